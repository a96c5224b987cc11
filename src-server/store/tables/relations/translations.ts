import type { Database } from 'better-sqlite3';
import type { Project } from '../../../model/projects/project.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import { isMaintained } from '../projects/visibility.ts';

/** A project that a form offers as a translation. */
export type TranslationCandidate = Pick<Project, 'id' | 'slug' | 'name' | 'language'>;

/** A translation with its privacy level. */
export type Translation = TranslationCandidate & Pick<Project, 'privacyLevel'>;

/** Reads which projects translate others: `projects.translation_of` (behaviour.md 11). */
export function translationsQueries(database: Database) {
  const any = prepareRead(database, 'SELECT 1 FROM projects WHERE translation_of = ? LIMIT 1');
  const ofMain = prepareRead(
    database,
    `
    SELECT id, slug, name, language, privacy_level AS privacyLevel FROM projects
    WHERE translation_of = ? ORDER BY language, slug`,
  );
  const candidates = prepareRead(
    database,
    `
    SELECT p.id, p.slug, p.name, p.language FROM projects p
    WHERE p.translation_of IS NULL AND p.id <> @mainId AND p.language <> @language
      AND ${isMaintained('p.id')}
      AND (instr(p.slug, @text) > 0 OR instr(lower(p.name), @text) > 0)
      AND p.language NOT IN (SELECT t.language FROM projects t WHERE t.translation_of = @mainId)
      AND NOT EXISTS (SELECT 1 FROM projects t WHERE t.translation_of = p.id)
    ORDER BY p.slug LIMIT @limit`,
  );

  return {
    /** Returns whether this project has translations. */
    hasAny: (mainId: number): boolean => any.get(mainId) !== undefined,
    /** Lists the translations of a main project, by language. */
    of: (mainId: number): Translation[] => ofMain.all(mainId) as Translation[],
    /** Lists the projects that may become translations of `main`, by slug: this user's projects, or all for null. */
    candidates: (
      main: Pick<Project, 'id' | 'language'>,
      viewerId: number | null,
      text: string,
      limit: number,
    ): TranslationCandidate[] =>
      candidates.all({
        mainId: main.id,
        language: main.language,
        viewerId,
        text: text.trim().toLowerCase(),
        limit,
      }) as TranslationCandidate[],
  };
}
