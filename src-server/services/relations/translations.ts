import { Invalid, NotFound } from '../../model/base/problems.ts';
import type { Action } from '../../model/journal/actions.ts';
import type { Project } from '../../model/projects/project.ts';
import { noSuchTranslation } from '../../model/relations/translation.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { TranslationCandidate } from '../../store/tables/relations/translations.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import { brokenTranslationRule, translationError, translationFacts } from './relation-rules.ts';

/** How many candidates a form offers at once. */
const MAX_CANDIDATES = 50;

/** Creates the service of translations of a main project (behaviour.md 11). */
export function createTranslations(context: ServiceContext) {
  const { store, access, changes, complete } = context;

  /** Returns why a project cannot be a translation of the main one, or undefined (behaviour.md 11). */
  function candidateError(actor: Actor, main: Project, candidate: Project | undefined, slug: string) {
    const isKnown = candidate !== undefined && access.maintains(actor, candidate.id);
    const unknownRule = main.translationOf === null ? 'candidateNotFree' : 'mainIsTranslation';
    const rule = isKnown ? brokenTranslationRule(translationFacts(store, main, candidate)) : unknownRule;
    return rule && translationError(rule, main, { slug, language: candidate?.language ?? '' });
  }

  function record(actor: Actor, action: Action, main: Project, previous: Project, current: Project): void {
    changes.record(actor, {
      action,
      subjectId: current.id,
      projectId: main.id,
      before: { slug: previous.slug, translationOf: previous.translationOf },
      after: { slug: current.slug, translationOf: current.translationOf },
    });
  }

  return {
    /** Lists the translations for a maintainer, by slug. @throws NotFound @throws Forbidden */
    list(actor: Actor, projectSlug: string, request: PageRequest): Page<ProjectRecord> {
      const project = access.maintained(actor, projectSlug);
      const viewerId = access.viewerOf(actor);
      const { count, items } = store.projects.translationsOf(project.id, viewerId, request);
      return { count, items: complete(actor, items) };
    },

    /**
     * Lists projects that can become a translation of this one and whose name or slug contains `text`, by slug; at most 50.
     * Empty for a project that is a translation itself. @throws NotFound @throws Forbidden
     */
    candidates(actor: Actor, mainSlug: string, text: string): readonly TranslationCandidate[] {
      const main = access.maintained(actor, mainSlug);
      if (main.translationOf !== null) return [];
      return store.translations.candidates(main, access.viewerOf(actor), text, MAX_CANDIDATES);
    },

    /**
     * Makes a project a translation of the main one; the caller maintains both.
     * @throws NotFound @throws Forbidden @throws Invalid on `project` with the texts of behaviour.md 11
     */
    add(actor: Actor, mainSlug: string, slug: string): void {
      store.change(() => {
        const main = access.maintained(actor, mainSlug);
        const candidate = store.projects.plainBySlug(slug);
        const problem = candidateError(actor, main, candidate, slug);
        if (!candidate || problem !== undefined)
          throw new Invalid({ project: [problem ?? noSuchTranslation(slug)] });
        const next = { ...candidate, translationOf: main.id };
        store.projects.update(next, candidate);
        record(actor, 'translation.add', main, candidate, next);
      });
    },

    /** Unlinks a translation and keeps both projects. @throws NotFound also for another project's @throws Forbidden */
    remove(actor: Actor, mainSlug: string, slug: string): void {
      store.change(() => {
        const main = access.maintained(actor, mainSlug);
        const translation = store.projects.plainBySlug(slug);
        if (!translation || translation.translationOf !== main.id) throw new NotFound();
        const next = { ...translation, translationOf: null };
        store.projects.update(next, translation);
        record(actor, 'translation.remove', main, translation, next);
      });
    },
  };
}

export type TranslationsService = ReturnType<typeof createTranslations>;
