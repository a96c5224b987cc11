/* Which state of a build a command belongs to, and the rail that states and commands make together. */

import {
  type BuildDisplayState,
  type BuildStateFields,
  buildDisplayState,
  isBuildInProgress,
} from '../../../features/build-status/build-display-state.tsx';

/** The states in which commands run, in their order. */
const PHASES = ['cloning', 'installing', 'building'] as const;
export type Phase = (typeof PHASES)[number];

type CommandFields = { readonly command: string; readonly description: string };

/** What the rail needs of a command. Times in microseconds. */
export type StepCommand = CommandFields & {
  readonly id: number;
  /** Both null while it runs. */
  readonly exitCode: number | null;
  readonly endTime: number | null;
  readonly startTime: number;
};

/** What the rail needs of a build. */
export type StepBuild = BuildStateFields & {
  readonly created: number;
  /** When a runner took it; null when that is not known. */
  readonly started: number | null;
  /** In seconds. */
  readonly duration: number | null;
  readonly commands: readonly StepCommand[];
};

/** A line of the rail: a state that the build passes through, or a command of it. Times in seconds. */
export type BuildStep<Command> =
  | {
      readonly kind: 'state';
      readonly label: string;
      readonly displayState: BuildDisplayState;
      /** Since the build began; null when that is not known, or still to come. */
      readonly at: number | null;
      readonly duration: number | null;
      /** When it began, in microseconds, while it goes on; else null. */
      readonly runningSince: number | null;
      /** Not reached, yet or ever. */
      readonly isUpcoming: boolean;
    }
  | { readonly kind: 'command'; readonly command: Command; readonly label: string; readonly at: number };

const MICROS = 1_000_000;

/** Whether a command has ended, and not well. */
export function isFailedCommand({ exitCode }: Pick<StepCommand, 'exitCode'>): boolean {
  return exitCode !== null && exitCode !== 0;
}

/**
 * How a command stands: as it ended, but the last one of a build that was cancelled is what the cancelling ended, with
 * whatever exit code.
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

const PHASE_LABELS: Readonly<Record<Phase, string>> = {
  ...{ cloning: 'Cloning', installing: 'Installing', building: 'Building' },
};

const CLONING_COMMAND = /^(?:\S*\/)?(?:git|hg|svn|bzr)(?:\s|$)|^cat \S*\.?readthedocs\.ya?ml$/;
const INSTALLING_COMMAND =
  /(?:\b|-m)(?:virtualenv|venv|pip3?|pipenv|poetry|uv|conda|mamba|micromamba|asdf|nvm|apt|apt-get|dpkg|npm|yarn|pnpm|bundle|gem|cargo install|setup\.py install)(?=\s|$)/;
const BUILDING_COMMAND = /\b(?:sphinx(?:-build)?|mkdocs|latexmk|jekyll|doxygen|make \w*html|run build)\b/;

/** What its words alone say of a command; undefined for one that may run at any time, such as `cat`. */
function phaseFromCommand({ command, description }: CommandFields): Phase | undefined {
  const first = command.trimStart();
  if (CLONING_COMMAND.test(first)) return 'cloning';
  if (/\brun build\b/.test(first)) return 'building';
  // `pip install sphinx` installs and `python -m sphinx` builds, so what installs is asked first.
  if (INSTALLING_COMMAND.test(first)) return 'installing';
  if (BUILDING_COMMAND.test(first)) return 'building';
  if (/\binstall/i.test(description)) return 'installing';
  return undefined;
}

/**
 * The state in which each command of a build ran (behaviour.md 9 tells their order): version control clones, package
 * managers install, the rest builds. States only go forward, and what has no words of its own, such as `cat`, belongs
 * where it stands between others.
 */
export function commandPhases(commands: readonly CommandFields[]): readonly Phase[] {
  const knownPhases = commands.map(phaseFromCommand);
  const firstBuilding = knownPhases.indexOf('building');
  const end = firstBuilding < 0 ? knownPhases.length : firstBuilding;
  const lastKnown = knownPhases.findLastIndex((knownPhase, index) => knownPhase !== undefined && index < end);
  const hasCloning = knownPhases.includes('cloning');
  let phase: Phase = 'cloning';
  return knownPhases.map((knownPhase, index) => {
    if (phase === 'building' || index >= end) phase = 'building';
    else if (knownPhase === 'installing') phase = knownPhase;
    else if (knownPhase === undefined && index > lastKnown) phase = 'building';
    else if (knownPhase === undefined && !hasCloning) phase = 'installing';
    return phase;
  });
}

/** A command in as few words as tell it from the others: `git clone`, `docs/requirements.txt`, `sphinx html`. */
export function shortCommand(command: string): string {
  const words = command.trim().slice(0, 500).split(/\s+/);
  const program = (words[0] ?? '').split('/').at(-1) ?? '';
  const module = /^python/.test(program) ? moduleOf(words) : undefined;
  const tool = module?.name ?? program;
  const rest = module?.rest ?? words.slice(1);
  if (/^pip3?$/.test(tool)) return pipLabel(rest);
  if (/^sphinx/.test(tool)) return `sphinx ${afterFlag(rest, '-b') ?? ''}`.trim();
  const first = rest.find((knownPhase) => !knownPhase.startsWith('-'));
  return first === undefined ? tool : `${tool} ${first}`;
}

function moduleOf(words: readonly string[]): { name: string; rest: readonly string[] } | undefined {
  const at = words.findIndex((knownPhase) => /^-m/.test(knownPhase));
  const flag = words[at];
  if (flag === undefined) return undefined;
  if (flag !== '-m') return { name: flag.slice(2), rest: words.slice(at + 1) };
  return { name: words[at + 1] ?? '', rest: words.slice(at + 2) };
}

/** Options of pip whose value is a word of its own. */
const OPTION_WITH_VALUE = /^(?:--cache-dir|--index-url|--extra-index-url|--target|--constraint|-c|-i|-t)$/;

function pipLabel(rest: readonly string[]): string {
  const file = afterFlag(rest, '-r') ?? afterFlag(rest, '--requirement');
  if (file !== undefined) return file;
  const names = rest.filter(
    (knownPhase, index) =>
      index > 0 && !knownPhase.startsWith('-') && !OPTION_WITH_VALUE.test(rest[index - 1] ?? ''),
  );
  if (names.length === 0) return `pip ${rest[0] ?? ''}`.trim();
  return names.slice(0, 2).join(', ') + (names.length > 2 ? ' …' : '');
}

function afterFlag(words: readonly string[], flag: string): string | undefined {
  const at = words.indexOf(flag);
  return at < 0 ? undefined : words[at + 1];
}

/** The states and commands of a build in order, as the rail shows them. */
export function buildSteps<Command extends StepCommand>(
  build: Omit<StepBuild, 'commands'> & { readonly commands: readonly Command[] },
): readonly BuildStep<Command>[] {
  const displayState = buildDisplayState(build);
  const isInProgress = isBuildInProgress(displayState);
  const startedAt = build.started ?? Math.min(build.created, build.commands[0]?.startTime ?? build.created);
  const secondsSinceStart = (time: number) => Math.max(0, (time - startedAt) / MICROS);
  const phases = commandPhases(build.commands);
  const currentPhase = (PHASES as readonly string[]).indexOf(build.state);
  const steps: BuildStep<Command>[] = [
    {
      ...{ kind: 'state', label: 'Triggered', at: 0, duration: null, runningSince: null, isUpcoming: false },
      displayState: displayState === 'triggered' ? 'triggered' : 'passed',
    },
  ];
  PHASES.forEach((phase, index) => {
    const commands = build.commands.filter((_, commandIndex) => phases[commandIndex] === phase);
    const isCurrent = isInProgress && index === currentPhase;
    const isUpcoming = isInProgress
      ? index > currentPhase
      : commands.length === 0 && displayState !== 'passed';
    const first = commands[0];
    const last = commands.at(-1);
    const end = last?.endTime ?? null;
    const duration =
      first && end !== null && !isCurrent ? Math.max(0, (end - first.startTime) / MICROS) : null;
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

/** Seconds as a clock shows them: `0:03`, `1:02:03`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
