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
  /** How many have each outcome, the other filters holding. */
  readonly outcomes: Readonly<Record<BuildOutcome, number>>;
  readonly rows: readonly BuildSummary[];
};

/** A build that runs or waits, as the queue shows it. */
export type BuildQueueEntry = BuildSummary & {
  /** How many seconds a good build of the project takes; null while none is known, and for one that waits. */
  readonly usualDuration: number | null;
  /** Of one that waits: the build of the same version that runs, after which it is its turn. */
  readonly waitsFor: number | null;
  /** Of one that waits: the younger one of the same version that will have what it would have made. */
  readonly supersededBy: number | null;
};

/** What runs and what waits, in the order in which it is taken. */
export type BuildQueueView = {
  readonly running: readonly BuildQueueEntry[];
  /** At most `MOST_WAITING`. */
  readonly waiting: readonly BuildQueueEntry[];
  /** How many wait in all, but for what came with a file. */
  readonly waitingCount: number;
};

type Selection = { readonly ids: Float64Array; readonly outcomes: Record<BuildOutcome, number> };
type HistoryFilter = {
  readonly projects: ReadonlySet<number> | undefined;
  readonly versions: ReadonlySet<number> | undefined;
  readonly builds: ReadonlySet<number> | undefined;
  readonly codes: ReadonlySet<number>;
};

/** Filtered lists kept while nothing changes: people scroll through one of them. */
const CACHE_SIZE = 10;
/** So many builds that wait are named; a screen has no room for more. */
const MAX_WAITING = 200;

/** The builds of all projects, or of one (product.md, "Builds"): the operator's view, or a user's own projects. */
export function createBuildHistory(context: ServiceContext) {
  const { store, access } = context;
  const selections = new LRUCache<string, Selection & { builds: number; projects: number }>({
    max: CACHE_SIZE,
  });

  /** The projects whose builds are shown; undefined for all. */
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
    // Versions and maintainers matter to some filters; the shelf follows both.
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

    /** What runs and waits, of a project or of all. @throws NotAuthenticated @throws Forbidden @throws NotFound */
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

    /** The ids and projects of all builds that wait for a runner. @throws NotAuthenticated @throws Forbidden @throws NotFound */
    waiting(actor: Actor, project: string | undefined): readonly Pick<BuildSummary, 'id' | 'projectSlug'>[] {
      const projectId = project === undefined ? null : access.maintained(actor, project).id;
      return store.buildHistory
        .unfinished(access.viewerOf(actor), projectId)
        .filter(({ state, recorded, claimed }) => state === 'triggered' && !recorded && claimed === null);
    },

    /** How many builds wait and run, for the sidebar. @throws NotAuthenticated @throws Forbidden */
    inFlight: (actor: Actor): { readonly queued: number; readonly running: number } =>
      store.buildHistory.inFlight(access.viewerOf(actor)),
  };
}

export type BuildHistory = ReturnType<typeof createBuildHistory>;
