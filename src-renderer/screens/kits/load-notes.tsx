import { Text } from '@mantine/core';
import { BUILD_PROGRAMS } from '../../../src-server/model/builds/build-programs.ts';
import type { PlayedProjects } from '../../../src-server/model/kits/kit.ts';
import { formatCount, pluralize } from '../../ui/format.ts';

/** How many slugs are named before the rest is counted. */
const MAX_NAMED = 6;

type TakenProps = {
  readonly slugs: readonly string[];
  readonly hasMissing: boolean;
  readonly canSwitch: boolean;
};

/** Names the projects that are here already, and says what to do. */
export function TakenNote({ slugs, hasMissing, canSwitch }: TakenProps) {
  return (
    <Text role="note" aria-label="Already here" style={{ overflowWrap: 'anywhere' }}>
      <b>Already here:</b> <span className="mono">{slugs.slice(0, MAX_NAMED).join(', ')}</span>
      {moreThanNamed(slugs)}. {hasMissing ? 'They stay as they are.' : remedy(canSwitch)}
    </Text>
  );
}

function remedy(canSwitch: boolean): string {
  const instead = canSwitch
    ? 'load it into a new workspace'
    : 'remove these first, or start Lectern with another data folder';
  return `Nothing is overwritten, so ${instead}.`;
}

function moreThanNamed({ length }: readonly string[]): string {
  return length > MAX_NAMED ? ` and ${formatCount(length - MAX_NAMED)} more` : '';
}

/** Says which projects a load has left: "Left as they are: almanac, tidewater and 12 more". */
export function describeLeft(slugs: readonly string[]): string {
  return `Left as they are: ${slugs.slice(0, MAX_NAMED).join(', ')}${moreThanNamed(slugs)}`;
}

/** Says which builds are played since a program is missing, and how to get it. */
export function PlayedNote({ played: { slugs, missing } }: { readonly played: PlayedProjects }) {
  if (slugs.length === 0) return null;
  const programs = BUILD_PROGRAMS.filter(({ commands }) => commands.some((name) => missing.includes(name)));
  const names = programs.map(({ name }) => name).join(' and ');
  const remedies = programs.map(({ remedy }) => remedy.replace(/\.$/, '')).join(', ');
  return (
    <Text role="note" aria-label="Played builds">
      {names} {programs.length === 1 ? 'is' : 'are'} not installed on this computer, so builds of{' '}
      {pluralize(slugs.length, 'project')} are played: their pages open, and no code runs. To build them,
      install {programs.length === 1 ? 'it' : 'them'} first ({remedies}).
    </Text>
  );
}
