import { BUILD_OUTCOMES } from '../../../model/builds/build-outcome.ts';
import { type BuildPhase, secondsByPhase } from '../../../model/builds/charts/build-phases.ts';
import { lastWeeks, type Week } from '../../../model/builds/charts/week-starts.ts';
import type { BuildDuration, VersionSize } from '../../../store/tables/builds/build-charts.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ServiceContext } from '../../kernel/context.ts';

/** Where the time of one build went, in seconds. */
export type BuildPhases = Omit<BuildDuration, 'duration'> & {
  readonly seconds: Readonly<Record<BuildPhase, number>>;
};

/** How many builds that were triggered in a week passed and failed; cancelled ones are in neither. */
export type WeekOutcomes = Week & { readonly passed: number; readonly failed: number };

/** The numbers behind the charts of a project. Builds of pull requests are in none of them. */
export type ProjectCharts = {
  /** The newest builds that passed or failed, oldest first. */
  readonly durations: readonly BuildDuration[];
  /** The last weeks, oldest first. */
  readonly weeks: readonly WeekOutcomes[];
  /** The newest builds with commands, newest first. */
  readonly phases: readonly BuildPhases[];
  /** The versions with the largest pages. */
  readonly sizes: readonly VersionSize[];
  /** How many versions have pages, and how large these are together. */
  readonly pages: { readonly versions: number; readonly bytes: number };
};

const MAX_DURATIONS = 120;
const WEEKS = 12;
const MAX_PHASES = 10;
const MAX_SIZES = 10;

/** Creates the reads of a project's charts, for its maintainers. */
export function createProjectCharts({ store, access, clock }: ServiceContext) {
  function phasesOf(newestFirst: readonly BuildDuration[]): BuildPhases[] {
    const byId = new Map(newestFirst.map((build) => [build.id, build]));
    const commands = store.buildCharts.commands([...byId.keys()], MAX_PHASES);
    return [...Map.groupBy(commands, ({ buildId }) => buildId)].flatMap(([id, ofBuild]) => {
      const build = byId.get(id);
      if (!build) return [];
      const { duration: _, ...rest } = build;
      return [{ ...rest, seconds: secondsByPhase(ofBuild) }];
    });
  }

  /** Counts in the index of all builds: rows of a busy project would take a hundred times as long. */
  function weeksOf(projectId: number): WeekOutcomes[] {
    const weeks = lastWeeks(clock(), WEEKS).map((week) => ({ ...week, passed: 0, failed: 0 }));
    const columns = store.buildIndex.columns();
    let week = weeks.length - 1;
    for (let at = columns.length() - 1; at >= 0; at--) {
      const created = columns.createdAt(at);
      while (week >= 0 && created < (weeks[week]?.from ?? 0)) week -= 1;
      const counts = weeks[week];
      if (!counts) break;
      if (columns.projectAt(at) !== projectId || created >= counts.to) continue;
      const outcome = BUILD_OUTCOMES[columns.outcomeAt(at)];
      if (outcome === 'passed' || outcome === 'failed') counts[outcome] += 1;
    }
    return weeks;
  }

  return {
    /** @throws NotAuthenticated @throws Forbidden @throws NotFound */
    get(actor: Actor, projectSlug: string): ProjectCharts {
      return store.read(() => {
        const { id } = access.maintained(actor, projectSlug);
        const newestFirst = store.buildCharts.durations(id, MAX_DURATIONS);
        const sizes = store.buildCharts.sizes(id);
        return {
          durations: newestFirst.toReversed(),
          weeks: weeksOf(id),
          phases: phasesOf(newestFirst),
          sizes: sizes.slice(0, MAX_SIZES),
          pages: {
            versions: sizes.length,
            bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
          },
        };
      });
    },
  };
}

export type ProjectChartsService = ReturnType<typeof createProjectCharts>;
