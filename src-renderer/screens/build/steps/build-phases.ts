/* Lists the phases and commands of a build as steps. */

import {
  BUILD_PHASES,
  type BuildPhase,
  commandPhases,
  phaseSeconds,
} from '../../../../src-server/model/builds/charts/build-phases.ts';
import {
  type BuildDisplayState,
  type BuildStateFields,
  buildDisplayState,
  isBuildInProgress,
} from '../../../features/build-status/build-display-state.tsx';

/** Fields of a command that its step needs. Times in microseconds. */
export type StepCommand = {
  readonly command: string;
  readonly description: string;
  readonly id: number;
  /** Both null while it runs. */
  readonly exitCode: number | null;
  readonly endTime: number | null;
  readonly startTime: number;
};

/** Fields of a build that its steps need. */
export type StepBuild = BuildStateFields & {
  readonly created: number;
  /** When a runner took it; null when unknown. */
  readonly started: number | null;
  /** In seconds. */
  readonly duration: number | null;
  readonly commands: readonly StepCommand[];
};

/** A step of a build: a state that it passes through, or a command. Times in seconds. */
export type BuildStep<Command> =
  | {
      readonly kind: 'state';
      readonly label: string;
      readonly displayState: BuildDisplayState;
      /** Since the build started; null when unknown or still to come. */
      readonly at: number | null;
      readonly duration: number | null;
      /** Start in microseconds while the state lasts; else null. */
      readonly runningSince: number | null;
      /** Not reached yet, or never reached. */
      readonly isUpcoming: boolean;
    }
  | { readonly kind: 'command'; readonly command: Command; readonly label: string; readonly at: number };

const MICROS = 1_000_000;

/** Tells whether a command ended with an error. */
export function isFailedCommand({ exitCode }: Pick<StepCommand, 'exitCode'>): boolean {
  return exitCode !== null && exitCode !== 0;
}

/**
 * Returns the state of a command. The last command of a cancelled build counts as cancelled, whatever its exit code.
 */
export function commandDisplayState<Command extends Pick<StepCommand, 'id' | 'exitCode' | 'endTime'>>(
  build: BuildStateFields & { readonly commands: readonly Command[] },
  command: Command,
): 'building' | 'passed' | 'failed' | 'cancelled' {
  if (command.endTime === null) return 'building';
  if (!isFailedCommand(command)) return 'passed';
  const isLast = build.commands.at(-1)?.id === command.id;
  return isLast && buildDisplayState(build) === 'cancelled' ? 'cancelled' : 'failed';
}

const PHASE_LABELS: Readonly<Record<BuildPhase, string>> = {
  ...{ cloning: 'Cloning', installing: 'Installing', building: 'Building' },
};

/** Shortens a command, or the title of a note, to a few telling words: `git clone`, `sphinx html`, `Fast rebuild`. */
export function shortCommand(command: string): string {
  const note = /^# ([^:]{1,100})/.exec(command);
  if (note?.[1] !== undefined) return note[1].trim();
  const words = command.trim().slice(0, 500).split(/\s+/);
  const program = (words[0] ?? '').split('/').at(-1) ?? '';
  const module = /^python/.test(program) ? moduleOf(words) : undefined;
  const tool = module?.name ?? program;
  const rest = module?.rest ?? words.slice(1);
  if (/^pip3?$/.test(tool)) return pipLabel(rest);
  if (/^sphinx/.test(tool)) return `sphinx ${afterFlag(rest, '-b') ?? ''}`.trim();
  const first = rest.find((word) => !word.startsWith('-'));
  return first === undefined ? tool : `${tool} ${first}`;
}

function moduleOf(words: readonly string[]): { name: string; rest: readonly string[] } | undefined {
  const at = words.findIndex((word) => /^-m/.test(word));
  const flag = words[at];
  if (flag === undefined) return undefined;
  if (flag !== '-m') return { name: flag.slice(2), rest: words.slice(at + 1) };
  return { name: words[at + 1] ?? '', rest: words.slice(at + 2) };
}

/** Options of pip that take the next word as their value. */
const OPTION_WITH_VALUE = /^(?:--cache-dir|--index-url|--extra-index-url|--target|--constraint|-c|-i|-t)$/;

function pipLabel(rest: readonly string[]): string {
  const file = afterFlag(rest, '-r') ?? afterFlag(rest, '--requirement');
  if (file !== undefined) return file;
  const names = rest.filter(
    (word, index) => index > 0 && !word.startsWith('-') && !OPTION_WITH_VALUE.test(rest[index - 1] ?? ''),
  );
  if (names.length === 0) return `pip ${rest[0] ?? ''}`.trim();
  return names.slice(0, 2).join(', ') + (names.length > 2 ? ' …' : '');
}

function afterFlag(words: readonly string[], flag: string): string | undefined {
  const at = words.indexOf(flag);
  return at < 0 ? undefined : words[at + 1];
}

/** Lists the states and commands of a build in order. */
export function buildSteps<Command extends StepCommand>(
  build: Omit<StepBuild, 'commands'> & { readonly commands: readonly Command[] },
): readonly BuildStep<Command>[] {
  const displayState = buildDisplayState(build);
  const isInProgress = isBuildInProgress(displayState);
  const startedAt = build.started ?? Math.min(build.created, build.commands[0]?.startTime ?? build.created);
  const secondsSinceStart = (time: number) => Math.max(0, (time - startedAt) / MICROS);
  const phases = commandPhases(build.commands);
  // While its pages are put in place, all phases are behind it.
  const currentPhase =
    displayState === 'uploading'
      ? BUILD_PHASES.length
      : (BUILD_PHASES as readonly string[]).indexOf(build.state);
  const steps: BuildStep<Command>[] = [
    {
      ...{ kind: 'state', label: 'Triggered', at: 0, duration: null, runningSince: null, isUpcoming: false },
      displayState: displayState === 'triggered' ? 'triggered' : 'passed',
    },
  ];
  BUILD_PHASES.forEach((phase, index) => {
    const commands = build.commands.filter((_, commandIndex) => phases[commandIndex] === phase);
    const isCurrent = isInProgress && index === currentPhase;
    const isUpcoming = isInProgress
      ? index > currentPhase
      : commands.length === 0 && displayState !== 'passed';
    const first = commands[0];
    const duration = isCurrent ? null : phaseSeconds(commands);
    const at = first ? secondsSinceStart(first.startTime) : null;
    const hasFailed =
      (displayState === 'failed' || displayState === 'cancelled') && commands.some(isFailedCommand);
    const phaseState = isCurrent
      ? phase
      : hasFailed
        ? displayState
        : !isUpcoming
          ? 'passed'
          : isInProgress
            ? 'triggered'
            : 'not-built';
    const runningSince = isCurrent && first ? first.startTime : null;
    steps.push({
      ...{ kind: 'state', label: PHASE_LABELS[phase], displayState: phaseState },
      ...{ at, duration, runningSince, isUpcoming },
    });
    for (const command of commands) {
      steps.push({
        kind: 'command',
        command,
        label: shortCommand(command.command),
        at: secondsSinceStart(command.startTime),
      });
    }
  });
  steps.push({
    ...{
      kind: 'state',
      label: displayState === 'cancelled' ? 'Cancelled' : 'Finished',
      duration: null,
      runningSince: null,
      isUpcoming: isInProgress,
    },
    displayState: isInProgress ? 'triggered' : displayState,
    at: isInProgress ? null : build.duration,
  });
  return steps;
}

/** Formats seconds as a clock: `0:03`, `1:02:03`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
