/* Assigns the commands of a build to the phases in which they ran. */

import type { Timestamp } from '../../base/timestamp.ts';

/** States in which commands run, in order. */
export const BUILD_PHASES = ['cloning', 'installing', 'building'] as const;
export type BuildPhase = (typeof BUILD_PHASES)[number];

type CommandFields = { readonly command: string; readonly description: string };
type CommandTimes = { readonly startTime: Timestamp; readonly endTime: Timestamp | null };

const CLONING_COMMAND = /^(?:\S*\/)?(?:git|hg|svn|bzr)(?:\s|$)|^cat \S*\.?readthedocs\.ya?ml$/;
const INSTALLING_COMMAND =
  /(?:\b|-m)(?:virtualenv|venv|pip3?|pipenv|poetry|uv|conda|mamba|micromamba|asdf|nvm|apt|apt-get|dpkg|npm|yarn|pnpm|bundle|gem|cargo install|setup\.py install)(?=\s|$)/;
const BUILDING_COMMAND = /\b(?:sphinx(?:-build)?|mkdocs|latexmk|jekyll|doxygen|make \w*html|run build)\b/;

/** Guesses the phase from the command's text; undefined for one that may run in any phase, such as `cat`. */
function phaseFromCommand({ command, description }: CommandFields): BuildPhase | undefined {
  const first = command.trimStart();
  if (CLONING_COMMAND.test(first)) return 'cloning';
  if (/\brun build\b/.test(first)) return 'building';
  // `pip install sphinx` installs and `python -m sphinx` builds, so installing is checked first.
  if (INSTALLING_COMMAND.test(first)) return 'installing';
  if (BUILDING_COMMAND.test(first)) return 'building';
  if (/\binstall/i.test(description)) return 'installing';
  return undefined;
}

/**
 * Returns the phase in which each command ran (behaviour.md 9 has their order): version control clones, package
 * managers install, the rest builds. Phases only move forward; a command of no known phase, such as `cat`, takes the
 * phase of its neighbours.
 */
export function commandPhases(commands: readonly CommandFields[]): readonly BuildPhase[] {
  const knownPhases = commands.map(phaseFromCommand);
  const firstBuilding = knownPhases.indexOf('building');
  const end = firstBuilding < 0 ? knownPhases.length : firstBuilding;
  const lastKnown = knownPhases.findLastIndex((knownPhase, index) => knownPhase !== undefined && index < end);
  const hasCloning = knownPhases.includes('cloning');
  let phase: BuildPhase = 'cloning';
  return knownPhases.map((knownPhase, index) => {
    if (phase === 'building' || index >= end) phase = 'building';
    else if (knownPhase === 'installing') phase = knownPhase;
    else if (knownPhase === undefined && index > lastKnown) phase = 'building';
    else if (knownPhase === undefined && !hasCloning) phase = 'installing';
    return phase;
  });
}

/** Returns how many seconds the commands of a phase took together; null without one, or while the last one runs. */
export function phaseSeconds(commands: readonly CommandTimes[]): number | null {
  const [first] = commands;
  const end = commands.at(-1)?.endTime ?? null;
  return first && end !== null ? Math.max(0, (end - first.startTime) / 1_000_000) : null;
}

/** Returns how many seconds each phase of a build took; 0 for one without commands. */
export function secondsByPhase(
  commands: readonly (CommandFields & CommandTimes)[],
): Readonly<Record<BuildPhase, number>> {
  const phases = commandPhases(commands);
  const secondsOf = (phase: BuildPhase) =>
    phaseSeconds(commands.filter((_, at) => phases[at] === phase)) ?? 0;
  return {
    cloning: secondsOf('cloning'),
    installing: secondsOf('installing'),
    building: secondsOf('building'),
  };
}
