import type { Timestamp } from '../../../model/base/timestamp.ts';
import { isEnded } from '../../../model/builds/build.ts';
import { type BuildOutcome, buildOutcome } from '../../../model/builds/build-outcome.ts';
import { assignLanes } from '../../../model/builds/charts/build-lanes.ts';
import type { LanesSpan } from '../../../model/builds/charts/lanes-span.ts';
import type { StartedBuild } from '../../../store/tables/builds/build-charts.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ServiceContext } from '../../kernel/context.ts';

/** A build in the lane of the slot in which it ran. */
export type LaneBuild = Pick<
  StartedBuild,
  'id' | 'created' | 'projectSlug' | 'projectName' | 'versionSlug'
> & {
  /** From 0. */
  readonly lane: number;
  readonly outcome: BuildOutcome;
  readonly from: Timestamp;
  /** null while it runs. */
  readonly to: Timestamp | null;
};

/** A build that waits for a slot. */
export type WaitingBuild = Pick<LaneBuild, 'id' | 'created' | 'projectSlug' | 'projectName' | 'versionSlug'>;

/** What ran when, and what waits. */
export type BuildLanesView = {
  readonly since: Timestamp;
  readonly now: Timestamp;
  /** How many lanes the builds take. */
  readonly lanes: number;
  /** In the order in which they began. */
  readonly builds: readonly LaneBuild[];
  /** Whether there were more, so that the oldest are left out. */
  readonly isCut: boolean;
  /** The first that wait, in the order in which they were triggered. */
  readonly waiting: readonly WaitingBuild[];
  readonly waitingCount: number;
};

const MINUTE = 60 * 1_000_000;
const SPANS: Readonly<Record<LanesSpan, number>> = {
  hour: 60 * MINUTE,
  '6h': 360 * MINUTE,
  day: 1440 * MINUTE,
};
/** No build runs longer than the largest limit that the settings take. */
const LONGEST_BUILD = 1440 * MINUTE;
const MAX_BUILDS = 500;
const MAX_WAITING = 3;

/** Creates the view of what ran when: all builds for the operator, else those of the user's own projects. */
export function createBuildLanes({ store, access, clock }: ServiceContext) {
  return {
    /** @throws NotAuthenticated @throws Forbidden */
    get(actor: Actor, span: LanesSpan): BuildLanesView {
      const viewerId = access.viewerOf(actor);
      return store.read(() => {
        const now = clock();
        const since = now - SPANS[span];
        const newestFirst = store.buildCharts.started(viewerId, since, since - LONGEST_BUILD, MAX_BUILDS + 1);
        const builds = newestFirst.slice(0, MAX_BUILDS).reverse().map(withTimes);
        const lanes = assignLanes(builds);
        const waiting = store.buildHistory
          .unfinished(viewerId, null)
          .filter(({ state, recorded, claimed }) => state === 'triggered' && !recorded && claimed === null);
        return {
          ...{ since, now },
          lanes: lanes.reduce((most, lane) => Math.max(most, lane + 1), 0),
          builds: builds.map((build, at) => ({ ...build, lane: lanes[at] ?? 0 })),
          isCut: newestFirst.length > MAX_BUILDS,
          waiting: waiting
            .slice(0, MAX_WAITING)
            .map(({ id, created, projectSlug, projectName, versionSlug }) => ({
              ...{ id, created, projectSlug, projectName, versionSlug },
            })),
          waitingCount: waiting.length,
        };
      });
    },
  };
}

export type BuildLanesService = ReturnType<typeof createBuildLanes>;

function withTimes(build: StartedBuild): Omit<LaneBuild, 'lane'> {
  const { id, created, started, duration, state, projectSlug, projectName, versionSlug } = build;
  return {
    ...{ id, created, projectSlug, projectName, versionSlug },
    outcome: buildOutcome(build),
    from: started,
    to: isEnded(state) ? started + (duration ?? 0) * 1_000_000 : null,
  };
}
