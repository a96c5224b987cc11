import type { Page, PageRequest } from '../store/list-page.ts';
import type { Actor } from './actor.ts';
import type { ServiceContext } from './context.ts';
import type { ProjectRecord } from './project-records.ts';

/** Translations of a main project (behaviour.md 11). */
export function createTranslations(context: ServiceContext) {
  const { store, access, complete } = context;
  return {
    /** A maintainer's view, by slug. @throws NotFound @throws Forbidden */
    list(actor: Actor, projectSlug: string, request: PageRequest): Page<ProjectRecord> {
      const project = access.maintained(actor, projectSlug);
      const viewerId = actor.kind === 'user' ? actor.user.id : 0;
      const { count, items } = store.projects.translationsOf(project.id, viewerId, request);
      return { count, items: complete(actor, items) };
    },
  };
}

export type TranslationsService = ReturnType<typeof createTranslations>;
