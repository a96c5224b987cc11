import { LRUCache } from 'lru-cache';
import type { BuildHistoryQuery } from '../../model/builds/build-history.ts';
import { BUILD_OUTCOMES, type BuildOutcome } from '../../model/builds/build-outcome.ts';
import type { BuildSummary } from '../../store/tables/builds/build-history.ts';
import { isListedFor } from '../kernel/access.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { usualDuration } from './usual-duration.ts';

/** A window on builds, newest first. */
export type BuildHistoryPage = {
  readonly count: number;
  /** How many builds have each outcome, under the other filters. */
  readonly outcomes: Readonly<Record<BuildOutcome, number>>;
  readonly rows: readonly BuildSummary[];
};

/** A running or waiting build, as the queue shows it. */
export type BuildQueueEntry = BuildSummary & {
  /** How many seconds a successful build of the project takes; null while unknown, and for waiting builds. */
  readonly usualDuration: number | null;
  /** The running build of the same version that a waiting one waits for. */
  readonly waitsFor: number | null;
  /** The newer waiting build of the same version that will replace a waiting one. */
  readonly supersededBy: number | null;
};

/** Running and waiting builds, in the order in which they are dequeued. */
export type BuildQueueView = {
  readonly running: readonly BuildQueueEntry[];
  /** At most `MAX_WAITING`. */
  readonly waiting: readonly BuildQueueEntry[];
  /** How many builds wait in all, without those of a seed file. */
  readonly waitingCount: number;
};

type Selection = { readonly ids: Float64Array; readonly outcomes: Record<BuildOutcome, number> };
type HistoryFilter = {
  readonly projects: ReadonlySet<number> | undefined;
  readonly versions: ReadonlySet<number> | undefined;
  readonly builds: ReadonlySet<number> | undefined;
  readonly codes: ReadonlySet<number>;
};

/** How many filtered lists are cached until a change, for scrolling. */
const CACHE_SIZE = 10;
/** How many waiting builds the queue lists; a screen has no room for more. */
const MAX_WAITING = 200;

/** Creates the build history of all projects or one: all for the operator, else the user's own. */
export function createBuildHistory(context: ServiceContext) {
  const { store, access } = context;
  const selections = new LRUCache<string, Selection & { builds: number; projects: number }>({
    max: CACHE_SIZE,
  });

  /** Returns the projects whose builds are shown; undefined for all. */
  function projectsOf(actor: Actor, project: string | undefined): ReadonlySet<number> | undefined {
    const viewerId = access.viewerOf(actor);
    if (project !== undefined) return new Set([access.maintained(actor, project).id]);
    if (viewerId === null) return undefined;
    const projects = [...store.projectList.projects().values()];
    return new Set(projects.filter(({ people }) => isListedFor(viewerId, people)).map(({ id }) => id));
  }

  function versionsOf(query: BuildHistoryQuery, projects: ReadonlySet<number> | undefined) {
    if (query.version === undefined) return undefined;
    if (query.project === undefined) return store.buildHistory.versionIdsBySlug(query.version);
    const [projectId = 0] = projects ?? [];
    const version = store.versions.bySlug(projectId, query.version);
    return new Set(version ? [version.id] : []);
  }

  function select(actor: Actor, query: BuildHistoryQuery): Selection {
    const { offset: _, limit: __, ...which } = query;
    const key = JSON.stringify([access.viewerOf(actor), which]);
    const builds = store.buildIndex.revision();
    // Some filters depend on versions and maintainers; the project list follows both.
    store.projectList.projects();
    const projects = store.projectList.revision();
    const known = selections.get(key);
    if (known?.builds === builds && known.projects === projects) return known;
    const visibleProjects = projectsOf(actor, query.project);
    const commit = query.commit.trim().toLowerCase();
    const selection = {
      ...collect({
        projects: visibleProjects,
        versions: versionsOf(query, visibleProjects),
        builds: commit === '' ? undefined : store.buildHistory.idsByCommit(commit),
        codes: new Set(query.outcomes.map((outcome) => BUILD_OUTCOMES.indexOf(outcome))),
      }),
      builds,
      projects,
    };
    selections.set(key, selection);
    return selection;
  }

  function collect({ projects, versions, builds, codes }: HistoryFilter): Selection {
    const columns = store.buildIndex.columns();
    const counts = BUILD_OUTCOMES.map(() => 0);
    const ids = new Float64Array(columns.length());
    let count = 0;
    for (let at = columns.length() - 1; at >= 0; at--) {
      if (projects && !projects.has(columns.projectAt(at))) continue;
      if (versions && !versions.has(columns.versionAt(at))) continue;
      const id = columns.idAt(at);
      if (builds && !builds.has(id)) continue;
      const code = columns.outcomeAt(at);
      counts[code] = (counts[code] ?? 0) + 1;
      if (codes.size > 0 && !codes.has(code)) continue;
      ids[count] = id;
      count += 1;
    }
    const [queued = 0, running = 0, passed = 0, failed = 0, cancelled = 0] = counts;
    return { ids: ids.slice(0, count), outcomes: { queued, running, passed, failed, cancelled } };
  }

  return {
    /** @throws NotAuthenticated @throws Forbidden @throws NotFound for a project that does not exist */
    page(actor: Actor, query: BuildHistoryQuery): BuildHistoryPage {
      if (query.project !== undefined) access.maintained(actor, query.project);
      return store.read(() => {
        const { ids, outcomes } = select(actor, query);
        const window = ids.subarray(query.offset, query.offset + query.limit);
        return { count: ids.length, outcomes, rows: store.buildHistory.summaries([...window]) };
      });
    },

    /** Returns running and waiting builds of a project or of all. @throws NotAuthenticated @throws Forbidden @throws NotFound */
    queue(actor: Actor, project: string | undefined): BuildQueueView {
      return store.read(() => {
        const projectId = project === undefined ? null : access.maintained(actor, project).id;
        const builds = store.buildHistory.unfinished(access.viewerOf(actor), projectId);
        const claimedByVersion = new Map(
          builds.flatMap(({ id, versionId, claimed }) =>
            claimed === null ? [] : [[versionId, id] as const],
          ),
        );
        const isQueued = ({ state, recorded, claimed }: BuildSummary) =>
          state === 'triggered' && !recorded && claimed === null;
        const newest = new Map(builds.filter(isQueued).map(({ id, versionId }) => [versionId, id]));
        const entries = builds.map(({ projectId: ofProject, versionId, ...build }): BuildQueueEntry => {
          const isWaiting = isQueued(build);
          const newestId = newest.get(versionId) ?? build.id;
          return {
            ...build,
            usualDuration: build.claimed === null ? null : usualDuration(store, ofProject),
            waitsFor: isWaiting ? (claimedByVersion.get(versionId) ?? null) : null,
            supersededBy: isWaiting && newestId > build.id ? newestId : null,
          };
        });
        const waiting = entries.filter(({ state }) => state === 'triggered');
        return {
          running: entries.filter(({ state }) => state !== 'triggered'),
          waiting: waiting.slice(0, MAX_WAITING),
          waitingCount: waiting.filter(isQueued).length,
        };
      });
    },

    /** Tells whether a seed file or kit brought a build; ask only for builds that the actor may see. */
    isRecorded: (id: number): boolean => store.buildHistory.summaries([id])[0]?.recorded ?? false,

    /** Returns the ids and projects of all builds that wait for a runner. @throws NotAuthenticated @throws Forbidden @throws NotFound */
    waiting(actor: Actor, project: string | undefined): readonly Pick<BuildSummary, 'id' | 'projectSlug'>[] {
      const projectId = project === undefined ? null : access.maintained(actor, project).id;
      return store.buildHistory
        .unfinished(access.viewerOf(actor), projectId)
        .filter(({ state, recorded, claimed }) => state === 'triggered' && !recorded && claimed === null);
    },

    /** Counts waiting and running builds, for the sidebar. @throws NotAuthenticated @throws Forbidden */
    inFlight: (actor: Actor): { readonly queued: number; readonly running: number } =>
      store.buildHistory.inFlight(access.viewerOf(actor)),
  };
}

export type BuildHistory = ReturnType<typeof createBuildHistory>;
