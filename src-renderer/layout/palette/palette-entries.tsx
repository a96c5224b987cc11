import { IconCommand, IconGitBranch, IconHelp, IconSearch, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { PaletteResult } from '../../../src-server/desk/search/palette.ts';
import type { ProjectState } from '../../../src-server/model/projects/project-list.ts';
import { keysOf } from '../../../src-server/model/window/commands.ts';
import {
  type BuildDisplayState,
  BuildIcon,
  buildStateLabel,
} from '../../features/build-status/build-display-state.tsx';
import { handbookSearchPath } from '../../features/handbook/handbook-address.ts';
import { HANDBOOK_PARTS, handbookPath } from '../../features/handbook/handbook-pages.ts';
import { type CommandProject, projectCommands } from '../../features/project-commands.tsx';
import { searchPath } from '../../screens/search/search-address.ts';
import { formatTimeAgo, lowerFirst } from '../../ui/format.ts';
import { formatShortcut, IS_DESKTOP, runCommand, WINDOW_COMMANDS } from '../commands/commands.ts';

/** Scopes of the palette; Tab goes from one to the next. */
export const SCOPES = ['Everything', 'Projects', 'Versions', 'People', 'Commands'] as const;
export type Scope = (typeof SCOPES)[number];

/** An entry of the palette. */
export type PaletteEntry = {
  readonly id: string;
  readonly icon: ReactNode;
  readonly label: string;
  /** A slug or a version, in mono. */
  readonly code?: string;
  /** Shown at the end: a state, the project of a version, the keys of a command. */
  readonly hint?: string;
  readonly isKey?: boolean;
  readonly run: () => void;
};

/** Entries with a title. */
export type PaletteGroup = { readonly title: string; readonly entries: readonly PaletteEntry[] };

/** Title of the group that searches the docs, shown whatever was found. */
export const DOCS_GROUP = 'Docs';

const ICON = { size: 16, stroke: 1.75 };
const DISPLAY_STATES: Readonly<Record<ProjectState, BuildDisplayState>> = {
  running: 'building',
  failing: 'failed',
  passing: 'passed',
  cancelled: 'cancelled',
  never: 'not-built',
};

/** Groups the results and commands; leaves empty groups out. */
export function paletteGroups(options: {
  readonly text: string;
  readonly scope: Scope;
  readonly results: readonly PaletteResult[];
  /** The project whose screen is open. */
  readonly openProject: CommandProject | undefined;
}): readonly PaletteGroup[] {
  const { text, scope, results, openProject } = options;
  const includesScope = (candidate: Scope) => scope === 'Everything' || scope === candidate;
  const resultsOf = (kind: PaletteResult['kind']) => results.filter((find) => find.kind === kind);
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ label }: PaletteEntry) => terms.every((word) => label.toLowerCase().includes(word));
  const bestResult = resultsOf('project')[0];
  const bestProject = bestResult?.project && {
    slug: bestResult.project.slug,
    name: bestResult.label,
    defaultVersion: bestResult.project.defaultVersion,
    isRecord: bestResult.project.isRecord,
  };
  const openProjectEntries = openProject ? projectEntries(openProject).filter(matches) : [];
  const bestProjectEntries =
    bestProject && terms.length > 0 && bestProject.slug !== openProject?.slug
      ? projectEntries(bestProject).slice(0, 6)
      : [];
  const groups: PaletteGroup[] = [
    { title: 'Projects', entries: includesScope('Projects') ? resultsOf('project').map(projectEntry) : [] },
    { title: 'Versions', entries: includesScope('Versions') ? resultsOf('version').map(versionEntry) : [] },
    { title: 'People', entries: includesScope('People') ? resultsOf('person').map(personEntry) : [] },
    {
      title: openProject ? `On ${openProject.name}` : '',
      entries: includesScope('Commands') ? openProjectEntries : [],
    },
    {
      title: 'Do',
      entries: includesScope('Commands') ? [...bestProjectEntries, ...commandEntries().filter(matches)] : [],
    },
    {
      title: 'Handbook',
      entries: scope === 'Everything' && text !== '' ? handbookEntries().filter(matches) : [],
    },
    // Last, so that Enter means what was found.
    {
      title: DOCS_GROUP,
      entries:
        scope === 'Everything' && text !== '' ? [docsEntry(text, openProject), handbookEntry(text)] : [],
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function handbookEntries(): PaletteEntry[] {
  return HANDBOOK_PARTS.flatMap(({ pages }) =>
    pages.map(([page, label]): PaletteEntry => {
      const path = handbookPath(page);
      return { id: path, icon: <IconHelp {...ICON} />, label, run: () => navigate(path) };
    }),
  );
}

/** Searches the handbook. */
function handbookEntry(text: string): PaletteEntry {
  return {
    id: 'handbook search',
    icon: <IconHelp {...ICON} />,
    label: `Search the handbook for “${text}”`,
    run: () => navigate(handbookSearchPath(text)),
  };
}

/** Searches the docs: those of the open project, else all. */
function docsEntry(text: string, openProject: CommandProject | undefined): PaletteEntry {
  const projectFilter = openProject ? `project:${openProject.slug} ` : '';
  return {
    id: 'docs search',
    icon: <IconSearch {...ICON} />,
    label: openProject ? `Search docs of ${openProject.name} for “${text}”` : `Search docs for “${text}”`,
    run: () => navigate(searchPath(projectFilter + text)),
  };
}

function projectEntry({ label, hint, path, project }: PaletteResult): PaletteEntry {
  const displayState = DISPLAY_STATES[project?.state ?? 'never'];
  const ago = project?.lastBuilt ? formatTimeAgo(project.lastBuilt) : '';
  const isFinished = displayState === 'passed' || displayState === 'failed' || displayState === 'cancelled';
  const stateLabel =
    isFinished && ago !== ''
      ? `${buildStateLabel(displayState)} ${lowerFirst(ago)}`
      : buildStateLabel(displayState);
  return {
    id: path,
    icon: <BuildIcon state={displayState} isLabelled={false} />,
    label,
    code: hint,
    hint: displayState === 'building' ? 'Running' : stateLabel,
    run: () => navigate(path),
  };
}

function versionEntry({ label, hint, path }: PaletteResult): PaletteEntry {
  return { id: path, icon: <IconGitBranch {...ICON} />, label: hint, code: label, run: () => navigate(path) };
}

function personEntry({ label, path }: PaletteResult): PaletteEntry {
  return { id: path, icon: <IconUser {...ICON} />, label, run: () => navigate(path) };
}

function commandEntries(): PaletteEntry[] {
  return WINDOW_COMMANDS.filter(({ id }) => id !== 'palette').map((command) => ({
    id: `command ${command.id}`,
    icon: <IconCommand {...ICON} />,
    label: command.label,
    ...keyHint(keysOf(command, IS_DESKTOP)),
    run: () => runCommand(command),
  }));
}

function keyHint(keys: string | undefined): Pick<PaletteEntry, 'hint' | 'isKey'> {
  return keys === undefined ? {} : { hint: formatShortcut(keys), isKey: true };
}

function projectEntries(project: CommandProject): PaletteEntry[] {
  // The project itself is a result of its own.
  return projectCommands(project)
    .filter(({ id }) => id !== 'open')
    .map(({ id, icon, longLabel, run }) => ({ id: `${id} ${project.slug}`, icon, label: longLabel, run }));
}
