import type { Actor } from './actor.ts';
import type { ServiceContext } from './context.ts';

/** How pages that lie in the data folder stand: read now, wanted back by an undo, or left over. */
export type PagesStanding = 'served' | 'wanted' | 'left';

/** Which of the pages that builds left are still of use; who keeps them asks before it removes any. */
export function createServedPages(context: ServiceContext) {
  const { store, access } = context;
  return {
    /**
     * Gives a function that tells how a build's pages stand now. Those of a version that was switched off, or that lies
     * in the trash, may be wanted back. @throws Forbidden unless Lectern itself asks
     */
    standing(actor: Actor): (versionId: number, buildId: number) => PagesStanding {
      access.requireOperator(actor);
      const served = new Map(store.versions.served().map(({ id, buildId }) => [id, buildId]));
      const trashed = new Set(store.trash.removedVersions());
      return (versionId, buildId) => {
        if (trashed.has(versionId)) return 'wanted';
        const now = served.get(versionId);
        if (now === buildId) return 'served';
        return now === null && store.builds.byId(buildId)?.success ? 'wanted' : 'left';
      };
    },
  };
}

export type ServedPages = ReturnType<typeof createServedPages>;
