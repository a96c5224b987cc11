import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { Advance } from '../../model/builds/advance.ts';
import { BUILD_STATES_OF_2020, isEnded, stateIn2020 } from '../../model/builds/build.ts';
import { CANCELLED } from '../../model/builds/build-outcome.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { BuildResult, BuildRunsService } from './build-runs.ts';
import type { BuildMode } from './build-trust.ts';

/** The command that holds output which an advance adds. */
const ADDED_OUTPUT = 'advance';

/** Creates the service of builds that are moved on by hand, and of scripts that wait for that. */
export function createPlayedBuilds(
  { store, access, changes, clock }: ServiceContext,
  runs: BuildRunsService,
  mode: Pick<BuildMode, 'played'>,
) {
  /** Builds that somebody moves on, without a script. */
  const advanced = new Set<number>();
  /** What continues the script of a build. */
  const waiting = new Map<number, (advance: Advance) => void>();

  /** Adds output and sets the state; returns how the build ends when this ends it. */
  function apply(actor: Actor, build: BuildEntry, advance: Advance): BuildResult | undefined {
    const { output, state } = advance;
    if (output !== undefined) {
      const [startTime, endTime] = [clock(), clock()];
      const command = { command: ADDED_OUTPUT, description: '', output, exitCode: 0, startTime, endTime };
      runs.addCommand(actor, build.id, command);
    }
    const result = resultOf(advance);
    if (result) return result;
    if (state !== undefined && !isEnded(state) && state !== 'triggered')
      runs.progress(actor, build.id, { state });
    return undefined;
  }

  function advanceByHand(actor: Actor, build: BuildEntry, advance: Advance): void {
    const next =
      BUILD_STATES_OF_2020[BUILD_STATES_OF_2020.indexOf(stateIn2020(build.state)) + 1] ?? 'finished';
    const isPlain = Object.keys(advance).every((key) => key === 'output');
    const result = apply(actor, build, isPlain && advance.output === undefined ? { state: next } : advance);
    if (!result) return;
    runs.finish(actor, build.id, result);
    store.afterCommit(() => advanced.delete(build.id));
  }

  /** Tells open windows that the build waits, or goes on. */
  function signal(id: number): void {
    const build = store.builds.byId(id);
    if (build) changes.signal({ action: 'build.progress', subjectId: id, projectId: build.projectId });
  }

  return {
    /** Forgets the builds of a state of the data that another one has replaced. */
    forget(): void {
      advanced.clear();
    },

    /** Whether builds without a script wait until they are advanced. */
    played: () => mode.played,

    /** Returns the ids of the builds that are moved on by hand now. */
    held: (): ReadonlySet<number> => advanced,

    /** Tells whether a build can be advanced now. */
    canAdvance: ({ id, state, projectId }: Pick<BuildEntry, 'id' | 'state' | 'projectId'>): boolean =>
      !isEnded(state) &&
      (waiting.has(id) || (mode.played && store.projects.byId(projectId)?.project.builder === null)),

    /**
     * Moves a played build on: to a state, to its end, or, with an empty advance, to its next state. A build whose script
     * waits goes on with its script. Returns the build.
     * @throws NotFound @throws Conflict for a build that has finished, or that runs or plays by itself @throws Forbidden
     */
    advance(actor: Actor, id: number, advance: Advance): BuildEntry {
      access.requireOperator(actor);
      const build = store.builds.byId(id);
      if (!build) throw new NotFound();
      if (isEnded(build.state)) throw new Conflict(`Build ${id} has finished.`);
      const goOn = waiting.get(id);
      if (goOn) goOn(advance);
      else {
        store.change(() => {
          requireAdvanceable(build);
          if (store.builds.claimedAt(id) === null) store.builds.claim(id, clock());
          advanced.add(id);
          advanceByHand(actor, build, advance);
        });
      }
      return store.builds.byId(id) ?? build;
    },

    /** Ends a build that is moved on by hand; any other stays as it is. */
    end(actor: Actor, id: number, error: string): void {
      if (!advanced.delete(id)) return;
      runs.finish(actor, id, { success: false, error });
    },

    /** Waits until the build is advanced; returns how that ends it, or undefined when its script goes on. @throws the reason of `stopped` */
    untilAdvanced(actor: Actor, id: number, stopped: AbortSignal): Promise<BuildResult | undefined> {
      return new Promise((resolve, reject) => {
        const stop = () => {
          waiting.delete(id);
          reject(stopped.reason);
        };
        if (stopped.aborted) return stop();
        stopped.addEventListener('abort', stop, { once: true });
        waiting.set(id, (advance) => {
          const build = store.builds.byId(id);
          const result = build && apply(actor, build, advance);
          waiting.delete(id);
          stopped.removeEventListener('abort', stop);
          resolve(result);
          signal(id);
        });
        signal(id);
      });
    },
  };

  function requireAdvanceable(build: BuildEntry): void {
    const entry = store.projects.byId(build.projectId);
    if (!mode.played) throw new Conflict(`Builds run here, so build ${build.id} cannot be advanced.`);
    if (entry && entry.project.builder !== null)
      throw new Conflict(`Build ${build.id} is played by its script. It can be advanced where that waits.`);
  }
}

/** Returns how an advance ends the build; undefined when it does not. */
function resultOf({ state, success, error }: Advance): BuildResult | undefined {
  if (state === 'cancelled') return { success: false, error: error ?? `${CANCELLED}.` };
  if (state !== 'finished' && success === undefined && error === undefined) return undefined;
  return { success: success ?? error === undefined, error: error ?? '' };
}

export type PlayedBuilds = ReturnType<typeof createPlayedBuilds>;
