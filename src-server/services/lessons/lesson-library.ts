import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotFound } from '../../model/base/problems.ts';
import type { Lesson, LessonProblem } from '../../model/lessons/lesson.ts';
import type { ApiPath } from '../../model/requests/api-path.ts';
import { builtInKit, readLessonFiles } from './lesson-files.ts';

/** A lesson that there is, with its kit's folder; or why its file is refused. */
export type LibraryEntry = {
  readonly id: string;
  readonly folder: string;
  readonly lesson: Lesson | undefined;
  readonly problems: readonly LessonProblem[];
};

type Read = LibraryEntry & { readonly text: string };

/**
 * Reads the built-in lessons, and those that a kit left in the data folder, which win over built-in ones of the same name.
 * A file is parsed again only when it has changed; the parser is loaded with the first.
 */
export function createLessonLibrary(dataFolder: string | undefined, apiPaths: () => readonly ApiPath[]) {
  let known = new Map<string, Read>();

  async function all(): Promise<LibraryEntry[]> {
    const folders = [builtInKit(), ...(dataFolder === undefined ? [] : [dataFolder])];
    const { parseLesson } = await import('../../model/lessons/parse-lesson.ts');
    const found = new Map<string, Read>();
    for (const folder of folders) {
      for (const { name, path, text } of readLessonFiles(folder)) {
        const id = name.replace(/\.md$/, '');
        const before = known.get(id);
        if (before?.text === text && before.folder === folder) found.set(id, before);
        else found.set(id, { id, folder, text, ...parseLesson(path, text, { apiPaths: apiPaths() }) });
      }
    }
    known = found;
    return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  return {
    all,
    /** Returns a lesson that can be taken, and where it comes from. @throws NotFound */
    async get(id: string): Promise<{ readonly lesson: Lesson; readonly folder: string }> {
      const entry = (await all()).find((each) => each.id === id);
      if (!entry) throw new NotFound('There is no such lesson.');
      const [problem] = entry.problems;
      if (!entry.lesson) {
        const place = problem ? `${problem.file}:${problem.line}: ${problem.message}` : id;
        throw new NotFound(`This lesson has an error. ${place}`);
      }
      return { lesson: entry.lesson, folder: entry.folder };
    },
    /** Reads the seed file of a lesson's kit; undefined where it has none. */
    seedOf(folder: string): unknown {
      try {
        return JSON.parse(readFileSync(join(folder, 'seed.json'), 'utf8')) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}

export type LessonLibrary = ReturnType<typeof createLessonLibrary>;
