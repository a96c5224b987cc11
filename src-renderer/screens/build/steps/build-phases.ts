/* Which state of a build a command belongs to, and the rail that states and commands make together. */

import {
  type BuildFacts,
  type BuildLook,
  buildLook,
  inFlight,
} from '../../../features/build-status/build-state.tsx';

/** The states in which commands run, in their order. */
const PHASES = ['cloning', 'installing', 'building'] as const;
export type Phase = (typeof PHASES)[number];

type Words = { readonly command: string; readonly description: string };

/** What the rail needs of a command. Times in microseconds. */
export type RailCommand = Words & {
  readonly id: number;
  /** Both null while it runs. */
  readonly exitCode: number | null;
  readonly endTime: number | null;
  readonly startTime: number;
};

/** What the rail needs of a build. */
export type RailBuild = BuildFacts & {
  readonly created: number;
  /** When a runner took it; null when that is not known. */
  readonly started: number | null;
  /** In seconds. */
  readonly duration: number | null;
  readonly commands: readonly RailCommand[];
};

/** A line of the rail: a state that the build passes through, or a command of it. Times in seconds. */
export type RailStep<Command> =
  | {
      readonly kind: 'state';
      readonly label: string;
      readonly look: BuildLook;
      /** Since the build began; null when that is not known, or still to come. */
      readonly at: number | null;
      readonly took: number | null;
      /** When it began, in microseconds, while it goes on; else null. */
      readonly since: number | null;
      /** Not reached, yet or ever. */
      readonly isToCome: boolean;
    }
  | { readonly kind: 'command'; readonly command: Command; readonly label: string; readonly at: number };

const MICROS = 1_000_000;

/** Whether a command has ended, and not well. */
export function isBad({ exitCode }: Pick<RailCommand, 'exitCode'>): boolean {
  return exitCode !== null && exitCode !== 0;
}

/**
 * How a command stands: as it ended, but the last one of a build that was cancelled is what the cancelling ended, with
 * whatever exit code.
 */
export function commandLook<Command extends Pick<RailCommand, 'id' | 'exitCode' | 'endTime'>>(
  build: BuildFacts & { readonly commands: readonly Command[] },
  command: Command,
): 'building' | 'passed' | 'failed' | 'cancelled' {
  if (command.endTime === null) return 'building';
  if (!isBad(command)) return 'passed';
  const isLast = build.commands.at(-1)?.id === command.id;
  return isLast && buildLook(build) === 'cancelled' ? 'cancelled' : 'failed';
}

const LABELS: Readonly<Record<Phase, string>> = {
  ...{ cloning: 'Cloning', installing: 'Installing', building: 'Building' },
};

const CLONING = /^(?:\S*\/)?(?:git|hg|svn|bzr)(?:\s|$)|^cat \S*\.?readthedocs\.ya?ml$/;
const INSTALLING =
  /(?:\b|-m)(?:virtualenv|venv|pip3?|pipenv|poetry|uv|conda|mamba|micromamba|asdf|nvm|apt|apt-get|dpkg|npm|yarn|pnpm|bundle|gem|cargo install|setup\.py install)(?=\s|$)/;
const BUILDING = /\b(?:sphinx(?:-build)?|mkdocs|latexmk|jekyll|doxygen|make \w*html|run build)\b/;

/** What its words alone say of a command; undefined for one that may run at any time, such as `cat`. */
function wordsOf({ command, description }: Words): Phase | undefined {
  const first = command.trimStart();
  if (CLONING.test(first)) return 'cloning';
  if (/\brun build\b/.test(first)) return 'building';
  // `pip install sphinx` installs and `python -m sphinx` builds, so what installs is asked first.
  if (INSTALLING.test(first)) return 'installing';
  if (BUILDING.test(first)) return 'building';
  if (/\binstall/i.test(description)) return 'installing';
  return undefined;
}

/**
 * The state in which each command of a build ran (behaviour.md 9 tells their order): version control clones, package
 * managers install, the rest builds. States only go forward, and what has no words of its own, such as `cat`, belongs
 * where it stands between others.
 */
export function phasesOf(commands: readonly Words[]): readonly Phase[] {
  const own = commands.map(wordsOf);
  const builds = own.indexOf('building');
  const end = builds < 0 ? own.length : builds;
  const lastKnown = own.findLastIndex((word, index) => word !== undefined && index < end);
  const clones = own.includes('cloning');
  let phase: Phase = 'cloning';
  return own.map((word, index) => {
    if (phase === 'building' || index >= end) phase = 'building';
    else if (word === 'installing') phase = word;
    else if (word === undefined && index > lastKnown) phase = 'building';
    else if (word === undefined && !clones) phase = 'installing';
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
  if (/^pip3?$/.test(tool)) return pipWords(rest);
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

/** Options of pip whose value is a word of its own. */
const WITH_VALUE = /^(?:--cache-dir|--index-url|--extra-index-url|--target|--constraint|-c|-i|-t)$/;

function pipWords(rest: readonly string[]): string {
  const file = afterFlag(rest, '-r') ?? afterFlag(rest, '--requirement');
  if (file !== undefined) return file;
  const names = rest.filter(
    (word, index) => index > 0 && !word.startsWith('-') && !WITH_VALUE.test(rest[index - 1] ?? ''),
  );
  if (names.length === 0) return `pip ${rest[0] ?? ''}`.trim();
  return names.slice(0, 2).join(', ') + (names.length > 2 ? ' …' : '');
}

function afterFlag(words: readonly string[], flag: string): string | undefined {
  const at = words.indexOf(flag);
  return at < 0 ? undefined : words[at + 1];
}

/** The states and commands of a build in order, as the rail shows them. */
export function railSteps<Command extends RailCommand>(
  build: Omit<RailBuild, 'commands'> & { readonly commands: readonly Command[] },
): readonly RailStep<Command>[] {
  const look = buildLook(build);
  const isUnderWay = inFlight(look);
  const begun = build.started ?? Math.min(build.created, build.commands[0]?.startTime ?? build.created);
  const since = (time: number) => Math.max(0, (time - begun) / MICROS);
  const phases = phasesOf(build.commands);
  const now = (PHASES as readonly string[]).indexOf(build.state);
  const steps: RailStep<Command>[] = [
    {
      ...{ kind: 'state', label: 'Triggered', at: 0, took: null, since: null, isToCome: false },
      look: look === 'triggered' ? 'triggered' : 'passed',
    },
  ];
  PHASES.forEach((phase, place) => {
    const commands = build.commands.filter((_, index) => phases[index] === phase);
    const isNow = isUnderWay && place === now;
    const isToCome = isUnderWay ? place > now : commands.length === 0 && look !== 'passed';
    const first = commands[0];
    const last = commands.at(-1);
    const end = last?.endTime ?? null;
    const took = first && end !== null && !isNow ? Math.max(0, (end - first.startTime) / MICROS) : null;
    const at = first ? since(first.startTime) : null;
    const hasFailed = (look === 'failed' || look === 'cancelled') && commands.some(isBad);
    const ownLook = isNow
      ? phase
      : hasFailed
        ? look
        : !isToCome
          ? 'passed'
          : isUnderWay
            ? 'triggered'
            : 'not-built';
    const goesOnSince = isNow && first ? first.startTime : null;
    steps.push({
      ...{ kind: 'state', label: LABELS[phase], look: ownLook },
      ...{ at, took, since: goesOnSince, isToCome },
    });
    for (const command of commands) {
      steps.push({
        kind: 'command',
        command,
        label: shortCommand(command.command),
        at: since(command.startTime),
      });
    }
  });
  steps.push({
    ...{
      kind: 'state',
      label: look === 'cancelled' ? 'Cancelled' : 'Finished',
      took: null,
      since: null,
      isToCome: isUnderWay,
    },
    look: isUnderWay ? 'triggered' : look,
    at: isUnderWay ? null : build.duration,
  });
  return steps;
}

/** Seconds as a clock shows them: `0:03`, `1:02:03`. */
export function clockWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
