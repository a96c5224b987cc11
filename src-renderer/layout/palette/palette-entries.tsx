import {
  IconArrowForwardUp,
  IconCommand,
  IconCopy,
  IconExternalLink,
  IconGitBranch,
  IconHammer,
  IconSearch,
  IconSettings,
  IconStack2,
  IconUser,
  IconVariable,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { PaletteResult } from '../../../src-server/desk/search/palette.ts';
import type { ProjectState } from '../../../src-server/model/projects/project-list.ts';
import { deskClient } from '../../api/desk.ts';
import {
  type BuildDisplayState,
  BuildIcon,
  buildStateLabel,
} from '../../features/build-status/build-display-state.tsx';
import { openDocs } from '../../features/pages/open-docs.ts';
import { useRebuildDialog } from '../../features/rebuild-dialog-state.ts';
import { requestTrust } from '../../features/trust/request-trust.ts';
import { searchPath } from '../../screens/search/search-address.ts';
import { notify, notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { formatTimeAgo, lowerFirst } from '../../ui/format.ts';
import { COMMANDS } from '../commands.ts';
import { formatShortcut } from '../format-shortcut.ts';

/** What the palette can be narrowed to; Tab goes from one to the next. */
export const SCOPES = ['Everything', 'Projects', 'Versions', 'People', 'Commands'] as const;
export type Scope = (typeof SCOPES)[number];

/** A line of the palette. */
export type PaletteEntry = {
  readonly id: string;
  readonly icon: ReactNode;
  readonly label: string;
  /** A slug or a version, in mono. */
  readonly code?: string;
  /** At the end of the line: a state, the project of a version, the keys of a command. */
  readonly hint?: string;
  readonly isKey?: boolean;
  readonly run: () => void;
};

/** Lines under a head. */
export type PaletteGroup = { readonly title: string; readonly entries: readonly PaletteEntry[] };

/** A project that something can be done to from the palette. */
export type PaletteProject = {
  readonly slug: string;
  readonly name: string;
  readonly defaultVersion: string;
};

/** The head over the way into the pages, which is there whatever was found. */
export const DOCS_GROUP = 'Docs';

const ICON = { size: 16, stroke: 1.75 };
const DISPLAY_STATES: Readonly<Record<ProjectState, BuildDisplayState>> = {
  running: 'building',
  failing: 'failed',
  passing: 'passed',
  cancelled: 'cancelled',
  never: 'not-built',
};

/** What was found and what can be done, in groups; empty groups are left out. */
export function paletteGroups(options: {
  readonly text: string;
  readonly scope: Scope;
  readonly results: readonly PaletteResult[];
  /** The project whose screen is open. */
  readonly openProject: PaletteProject | undefined;
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
    // Last, so that Enter means what was found.
    {
      title: DOCS_GROUP,
      entries: scope === 'Everything' && text !== '' ? [docsEntry(text, openProject)] : [],
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Goes on in the pages themselves: those of the open project, else of all. */
function docsEntry(text: string, openProject: PaletteProject | undefined): PaletteEntry {
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
  return COMMANDS.filter(({ id }) => id !== 'palette').map(({ id, label, keys, run }) => ({
    id: `command ${id}`,
    icon: <IconCommand {...ICON} />,
    label,
    ...(keys === undefined ? {} : { hint: formatShortcut(keys), isKey: true }),
    run,
  }));
}

function projectEntries({ slug, name, defaultVersion }: PaletteProject): PaletteEntry[] {
  const go = (tab: string) => () => navigate(`/projects/${slug}/${tab}`);
  const id = (what: string) => `${what} ${slug}`;
  return [
    {
      id: id('build'),
      icon: <IconHammer {...ICON} />,
      label: `Build ${defaultVersion} of ${name}`,
      run: () => void build(slug, name),
    },
    {
      id: id('docs'),
      icon: <IconExternalLink {...ICON} />,
      label: `Open docs of ${name}`,
      run: () => void openDocs(slug, () => void build(slug, name)),
    },
    {
      id: id('versions'),
      icon: <IconGitBranch {...ICON} />,
      label: `Open versions of ${name}`,
      run: go('versions'),
    },
    {
      id: id('rebuild'),
      icon: <IconStack2 {...ICON} />,
      label: `Rebuild all active versions of ${name}`,
      run: () => useRebuildDialog.getState().open(slug),
    },
    { id: id('builds'), icon: <IconHammer {...ICON} />, label: `Open builds of ${name}`, run: go('builds') },
    {
      id: id('redirects'),
      icon: <IconArrowForwardUp {...ICON} />,
      label: `Open redirects of ${name}`,
      run: go('redirects'),
    },
    {
      id: id('environment'),
      icon: <IconVariable {...ICON} />,
      label: `Open environment of ${name}`,
      run: go('environment'),
    },
    {
      id: id('settings'),
      icon: <IconSettings {...ICON} />,
      label: `Open settings of ${name}`,
      run: go('settings'),
    },
    {
      id: id('copy'),
      icon: <IconCopy {...ICON} />,
      label: `Copy the slug of ${name}`,
      run: () => copy(slug),
    },
  ];
}

async function build(slug: string, name: string): Promise<void> {
  try {
    if (!(await requestTrust([slug]))) return;
    const built = await deskClient.projects.buildDefaults.mutate([slug]);
    const [item] = built.answer.items;
    if (item?.outcome === 'change') notifyUndoable(`Building ${name}`, built);
    else notify(item?.note ?? `${name} cannot be built.`);
  } catch (error) {
    notifyError(error);
  }
}

function copy(slug: string): void {
  void navigator.clipboard.writeText(slug).then(() => notify(`Copied ${slug}`));
}
