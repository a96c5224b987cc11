import type { Timestamp } from '../../model/base/timestamp.ts';
import { isEnded } from '../../model/builds/build.ts';
import type { ServedBuild } from '../../store/tables/builds/page-sizes.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/**
 * Use of a build's pages in the data folder: `served` now or when the build has finished, `wanted` by a possible undo,
 * or `left` over.
 */
export type PageUsage =
  | { readonly state: 'served' | 'left' }
  /** `since` is when they were last served; undefined when unknown. */
  | { readonly state: 'wanted'; readonly since: Timestamp | undefined };

const SERVED = { state: 'served' } as const;
const LEFT = { state: 'left' } as const;

/** Creates the service that tells which builds' pages are still used, for the pruning of pages. */
export function createServedPages(context: ServiceContext) {
  const { store, access, changes } = context;
  return {
    /** Lists the builds whose pages are served and not measured yet. @throws Forbidden unless the actor is Lectern or the operator */
    unmeasured(actor: Actor): readonly ServedBuild[] {
      access.requireOperator(actor);
      return store.pageSizes.unmeasured();
    },

    /** Records how large the pages of a build are, in bytes, unless that is known. @throws Forbidden unless the actor is Lectern or the operator */
    recordSize(actor: Actor, buildId: number, bytes: number): void {
      access.requireOperator(actor);
      store.change(() => {
        const projectId = store.pageSizes.set(buildId, bytes);
        if (projectId !== undefined)
          changes.signal({ action: 'build.progress', subjectId: buildId, projectId });
      });
    },

    /** Returns the ids of all projects that have versions, and of their versions. @throws Forbidden unless the actor is Lectern or the operator */
    owners(actor: Actor): { projects: ReadonlySet<number>; versions: ReadonlySet<number> } {
      access.requireOperator(actor);
      const versions = store.versions.servedBuilds();
      return {
        projects: new Set(versions.map(({ projectId }) => projectId)),
        versions: new Set(versions.map(({ id }) => id)),
      };
    },

    /**
     * Gives a function that tells the use of a build's pages now. An undo may want those of a version that was
     * deactivated or is in the trash. @throws Forbidden unless the actor is Lectern or the operator
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
        // A build writes its pages before it is recorded as finished.
        if (build && !isEnded(build.state)) return SERVED;
        if (version?.buildId !== null || !build?.success) return LEFT;
        return { state: 'wanted', since: store.timeline.deactivatedAt(version.projectId, versionId) };
      };
    },
  };
}

export type ServedPages = ReturnType<typeof createServedPages>;
