import { LRUCache } from 'lru-cache';
import type { BuildHistoryQuery } from '../../model/builds/build-history.ts';
import { BUILD_OUTCOMES, type BuildOutcome } from '../../model/builds/build-outcome.ts';
import type { BuildHead } from '../../store/tables/builds/build-history.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { reachOf } from '../projects/reach.ts';
import { usualDuration } from './usual-duration.ts';

/** A window on builds, newest first. */
export type BuildHistoryPage = {
  readonly count: number;
  /** How many have each outcome, the other filters holding. */
  readonly outcomes: Readonly<Record<BuildOutcome, number>>;
  readonly rows: readonly BuildHead[];
};

/** A build that runs or waits, as the queue shows it. */
export type QueuedBuild = BuildHead & {
  /** How many seconds a good build of the project takes; null while none is known, and for one that waits. */
  readonly usualDuration: number | null;
  /** Of one that waits: the build of the same version that runs, after which it is its turn. */
  readonly after: number | null;
  /** Of one that waits: the younger one of the same version that will have what it would have made. */
  readonly supersededBy: number | null;
};

/** What runs and what waits, in the order in which it is taken. */
export type BuildQueueView = {
  readonly running: readonly QueuedBuild[];
  /** At most `MOST_WAITING`. */
  readonly waiting: readonly QueuedBuild[];
  /** How many wait in all, but for what came with a file. */
  readonly waitingCount: number;
};

type Selection = { readonly ids: Float64Array; readonly outcomes: Record<BuildOutcome, number> };
type Wanted = {
  readonly projects: ReadonlySet<number> | undefined;
  readonly versions: ReadonlySet<number> | undefined;
  readonly builds: ReadonlySet<number> | undefined;
  readonly codes: ReadonlySet<number>;
};

/** Filtered lists kept while nothing changes: people scroll through one of them. */
const SELECTIONS = 10;
/** So many builds that wait are named; a screen has no room for more. */
const MOST_WAITING = 200;

/** The builds of all projects, or of one (product.md, "Builds"): the operator's view, or a user's own projects. */
export function createBuildHistory(context: ServiceContext) {
  const { store, access } = context;
  const selections = new LRUCache<string, Selection & { builds: number; projects: number }>({
    max: SELECTIONS,
  });

  /** The projects whose builds are shown; undefined for all. */
  function projectsOf(actor: Actor, project: string | undefined): ReadonlySet<number> | undefined {
    const reach = reachOf(access, actor);
    if (project !== undefined) return new Set([access.maintained(actor, project).id]);
    if (reach === null) return undefined;
    const projects = [...store.shelf.projects().values()];
    return new Set(
      projects.filter(({ people }) => people.some(({ id }) => id === reach)).map(({ id }) => id),
    );
  }

  function versionsOf(query: BuildHistoryQuery, projects: ReadonlySet<number> | undefined) {
    if (query.version === undefined) return undefined;
    if (query.project === undefined) return store.buildHistory.versionsCalled(query.version);
    const [projectId = 0] = projects ?? [];
    const version = store.versions.bySlug(projectId, query.version);
    return new Set(version ? [version.id] : []);
  }

  function select(actor: Actor, query: BuildHistoryQuery): Selection {
    const { offset: _, limit: __, ...which } = query;
    const key = JSON.stringify([reachOf(access, actor), which]);
    const builds = store.buildIndex.revision();
    // Versions and maintainers matter to some filters; the shelf follows both.
    store.shelf.projects();
    const projects = store.shelf.revision();
    const known = selections.get(key);
    if (known?.builds === builds && known.projects === projects) return known;
    const shown = projectsOf(actor, query.project);
    const commit = query.commit.trim().toLowerCase();
    const selection = {
      ...collect({
        projects: shown,
        versions: versionsOf(query, shown),
        builds: commit === '' ? undefined : store.buildHistory.byCommit(commit),
        codes: new Set(query.outcomes.map((outcome) => BUILD_OUTCOMES.indexOf(outcome))),
      }),
      builds,
      projects,
    };
    selections.set(key, selection);
    return selection;
  }

  function collect({ projects, versions, builds, codes }: Wanted): Selection {
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
        return { count: ids.length, outcomes, rows: store.buildHistory.heads([...window]) };
      });
    },

    /** What runs and waits, of a project or of all. @throws NotAuthenticated @throws Forbidden @throws NotFound */
    queue(actor: Actor, project: string | undefined): BuildQueueView {
      return store.read(() => {
        const projectId = project === undefined ? null : access.maintained(actor, project).id;
        const builds = store.buildHistory.unfinished(reachOf(access, actor), projectId);
        const held = new Map(
          builds.flatMap(({ id, versionId, claimed }) =>
            claimed === null ? [] : [[versionId, id] as const],
          ),
        );
        const waits = ({ state, recorded, claimed }: BuildHead) =>
          state === 'triggered' && !recorded && claimed === null;
        const newest = new Map(builds.filter(waits).map(({ id, versionId }) => [versionId, id]));
        const shown = builds.map(({ projectId: ofProject, versionId, ...build }): QueuedBuild => {
          const isWaiting = waits(build);
          const youngest = newest.get(versionId) ?? build.id;
          return {
            ...build,
            usualDuration: build.claimed === null ? null : usualDuration(store, ofProject),
            after: isWaiting ? (held.get(versionId) ?? null) : null,
            supersededBy: isWaiting && youngest > build.id ? youngest : null,
          };
        });
        const waiting = shown.filter(({ state }) => state === 'triggered');
        return {
          running: shown.filter(({ state }) => state !== 'triggered'),
          waiting: waiting.slice(0, MOST_WAITING),
          waitingCount: waiting.filter(waits).length,
        };
      });
    },

    /** The ids and projects of all builds that wait for a runner. @throws NotAuthenticated @throws Forbidden @throws NotFound */
    waiting(actor: Actor, project: string | undefined): readonly Pick<BuildHead, 'id' | 'projectSlug'>[] {
      const projectId = project === undefined ? null : access.maintained(actor, project).id;
      return store.buildHistory
        .unfinished(reachOf(access, actor), projectId)
        .filter(({ state, recorded, claimed }) => state === 'triggered' && !recorded && claimed === null);
    },

    /** How many builds wait and run, for the sidebar. @throws NotAuthenticated @throws Forbidden */
    inFlight: (actor: Actor): { readonly queued: number; readonly running: number } =>
      store.buildHistory.inFlight(reachOf(access, actor)),
  };
}

export type BuildHistory = ReturnType<typeof createBuildHistory>;
