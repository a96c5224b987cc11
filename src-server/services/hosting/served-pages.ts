import type { Timestamp } from '../../model/base/timestamp.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/**
 * How pages that lie in the data folder stand: read now or as soon as their build has ended, wanted back by an undo, or
 * left over.
 */
export type PageUsage =
  | { readonly state: 'served' | 'left' }
  /** `since` is when they were served last; undefined where nothing tells. */
  | { readonly state: 'wanted'; readonly since: Timestamp | undefined };

const SERVED = { state: 'served' } as const;
const LEFT = { state: 'left' } as const;

/** Which of the pages that builds left are still of use; who keeps them asks before it removes any. */
export function createServedPages(context: ServiceContext) {
  const { store, access } = context;
  return {
    /**
     * Gives a function that tells how a build's pages stand now. Those of a version that was switched off, or that lies
     * in the trash, may be wanted back. @throws Forbidden unless Lectern itself asks
     */
    states(actor: Actor): (versionId: number, buildId: number) => PageUsage {
      access.requireOperator(actor);
      const served = new Map(store.versions.servedBuilds().map((version) => [version.id, version]));
      const trashed = new Map(store.trash.removedVersions().map(({ id, removed }) => [id, removed]));
      return (versionId, buildId) => {
        const removed = trashed.get(versionId);
        if (removed !== undefined) return { state: 'wanted', since: removed };
        const version = served.get(versionId);
        if (version?.buildId === buildId) return SERVED;
        const build = store.builds.byId(buildId);
        // A build puts its pages down before it says that it has ended.
        if (build && build.state !== 'finished') return SERVED;
        if (version?.buildId !== null || !build?.success) return LEFT;
        return { state: 'wanted', since: store.timeline.deactivatedAt(version.projectId, versionId) };
      };
    },
  };
}

export type ServedPages = ReturnType<typeof createServedPages>;
