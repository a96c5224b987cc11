import type { CurrentVersionBody } from '../../model/versions/version.ts';
import type { PageRequest } from '../../store/engine/list-page.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import type { VersionRecord, VersionsService } from '../versions/versions.ts';
import type { BuildControl } from './build-control.ts';
import type { BuildTrust } from './build-trust.ts';
import type { BuildsService, TriggeredBuild } from './builds.ts';

/** What a trigger of today's service did; without a build where builds of the project are off. */
export type Triggering = {
  readonly build: TriggeredBuild['build'] | null;
  readonly project: ProjectRecord;
  readonly version: VersionRecord;
};

const ALL: PageRequest = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Creates the starts of builds of today's service, which cancel those of the same version (live-service.md 2 and 7). */
export function createReplacingBuilds(
  { store, access, completeOne }: ServiceContext,
  services: {
    readonly builds: BuildsService;
    readonly control: Pick<BuildControl, 'cancel'>;
    readonly versions: VersionsService;
    readonly trust: Pick<BuildTrust, 'isRefused'>;
  },
) {
  const { builds, control, versions, trust } = services;

  /** Cancels the builds of a version that have not ended; returns whether one has yet to be ended by its runner. */
  function cancelUnfinished(actor: Actor, projectSlug: string, versionId: number): boolean {
    for (const { id } of store.visibleBuilds.ofVersion(versionId, { running: true }, ALL).items)
      control.cancel(actor, projectSlug, id);
    return store.builds.isRunning(versionId);
  }

  return {
    /**
     * Triggers a build of any version; one of a pull request takes the commit of its last build.
     * @throws NotFound @throws Forbidden
     */
    trigger(actor: Actor, projectSlug: string, versionSlug: string): Triggering {
      return store.change(() => {
        const entry = access.maintainedProject(actor, projectSlug);
        const version = builds.versionOf(entry.project.id, versionSlug);
        const project = completeOne(actor, entry);
        const shown = versions.record(project, version);
        if (trust.isRefused(entry.project)) return { build: null, project, version: shown };
        const last = store.builds.latestByVersion([version.id]).get(version.id);
        cancelUnfinished(actor, projectSlug, version.id);
        const commit = version.type === 'external' ? (last?.commit ?? null) : null;
        const build = builds.start(actor, version, commit);
        const slugs = { projectSlug, versionSlug: version.slug, configText: '{}' };
        return { build: { ...build, ...slugs }, project, version: shown };
      });
    },

    /**
     * Updates a version. One that is switched on is built, unless builds of the project are off.
     * @throws NotFound @throws Forbidden
     */
    updateVersion(actor: Actor, projectSlug: string, versionSlug: string, body: CurrentVersionBody): void {
      store.change(() => {
        const { version } = versions.get(actor, projectSlug, versionSlug, false);
        const isActivated = body.active === true && !version.active;
        const isStillRunning = isActivated && cancelUnfinished(actor, projectSlug, version.id);
        versions.update(actor, projectSlug, versionSlug, body, { skipsRefused: true });
        // Another one that still runs keeps the update from starting a build.
        if (isStillRunning) builds.startUnlessRefused(actor, version);
      });
    },
  };
}
