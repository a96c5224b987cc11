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
import type { Find } from '../../../src-server/desk/search/search.ts';
import type { ProjectState } from '../../../src-server/model/projects/shelf.ts';
import { deskClient } from '../../api/desk.ts';
import { BuildGlyph, type BuildLook, buildWord } from '../../features/build-status/build-state.tsx';
import { openPages } from '../../features/pages/open-pages.ts';
import { useRebuild } from '../../features/rebuild.ts';
import { askTrust } from '../../features/trust/ask-trust.ts';
import { searchPath } from '../../screens/search/search-address.ts';
import { tell, tellDone, tellProblem } from '../../ui/feedback/tell.tsx';
import { timeAgo } from '../../ui/time-words.ts';
import { COMMANDS } from '../commands.ts';
import { keyWords } from '../key-words.ts';

/** What the palette can be narrowed to; Tab goes from one to the next. */
export const SCOPES = ['Everything', 'Projects', 'Versions', 'People', 'Commands'] as const;
export type Scope = (typeof SCOPES)[number];

/** A line of the palette. */
export type Entry = {
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
export type EntryGroup = { readonly head: string; readonly entries: readonly Entry[] };

/** A project that something can be done to from the palette. */
export type PaletteProject = {
  readonly slug: string;
  readonly name: string;
  readonly defaultVersion: string;
};

/** The head over the way into the pages, which is there whatever was found. */
export const DOCS = 'Docs';

const ICON = { size: 16, stroke: 1.75 };
const LOOKS: Readonly<Record<ProjectState, BuildLook>> = {
  running: 'building',
  failing: 'failed',
  passing: 'passed',
  cancelled: 'cancelled',
  never: 'not-built',
};

/** What was found and what can be done, in groups; empty groups are left out. */
export function paletteGroups(given: {
  readonly text: string;
  readonly scope: Scope;
  readonly finds: readonly Find[];
  /** The project whose screen is open. */
  readonly opened: PaletteProject | undefined;
}): readonly EntryGroup[] {
  const { text, scope, finds, opened } = given;
  const shows = (wanted: Scope) => scope === 'Everything' || scope === wanted;
  const of = (kind: Find['kind']) => finds.filter((find) => find.kind === kind);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label }: Entry) => words.every((word) => label.toLowerCase().includes(word));
  const found = of('project')[0];
  const best = found?.project && {
    slug: found.project.slug,
    name: found.label,
    defaultVersion: found.project.defaultVersion,
  };
  const ofOpened = opened ? projectEntries(opened).filter(fits) : [];
  const ofBest =
    best && words.length > 0 && best.slug !== opened?.slug ? projectEntries(best).slice(0, 6) : [];
  const groups: EntryGroup[] = [
    { head: 'Projects', entries: shows('Projects') ? of('project').map(projectFind) : [] },
    { head: 'Versions', entries: shows('Versions') ? of('version').map(versionFind) : [] },
    { head: 'People', entries: shows('People') ? of('person').map(personFind) : [] },
    { head: opened ? `On ${opened.name}` : '', entries: shows('Commands') ? ofOpened : [] },
    { head: 'Do', entries: shows('Commands') ? [...ofBest, ...commandEntries().filter(fits)] : [] },
    // Last, so that Enter means what was found.
    { head: DOCS, entries: scope === 'Everything' && text !== '' ? [docsEntry(text, opened)] : [] },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Goes on in the pages themselves: those of the open project, else of all. */
function docsEntry(text: string, opened: PaletteProject | undefined): Entry {
  const place = opened ? `project:${opened.slug} ` : '';
  return {
    id: 'docs search',
    icon: <IconSearch {...ICON} />,
    label: opened ? `Search docs of ${opened.name} for “${text}”` : `Search docs for “${text}”`,
    run: () => navigate(searchPath(place + text)),
  };
}

function projectFind({ label, hint, path, project }: Find): Entry {
  const look = LOOKS[project?.state ?? 'never'];
  const ago = project?.lastBuilt ? timeAgo(project.lastBuilt) : '';
  const isOver = look === 'passed' || look === 'failed' || look === 'cancelled';
  const state = isOver && ago !== '' ? `${buildWord(look)} ${lowerFirst(ago)}` : buildWord(look);
  return {
    id: path,
    icon: <BuildGlyph look={look} labelled={false} />,
    label,
    code: hint,
    hint: look === 'building' ? 'Running' : state,
    run: () => navigate(path),
  };
}

function versionFind({ label, hint, path }: Find): Entry {
  return { id: path, icon: <IconGitBranch {...ICON} />, label: hint, code: label, run: () => navigate(path) };
}

function personFind({ label, path }: Find): Entry {
  return { id: path, icon: <IconUser {...ICON} />, label, run: () => navigate(path) };
}

function commandEntries(): Entry[] {
  return COMMANDS.filter(({ id }) => id !== 'palette').map(({ id, label, keys, run }) => ({
    id: `command ${id}`,
    icon: <IconCommand {...ICON} />,
    label,
    ...(keys === undefined ? {} : { hint: keyWords(keys), isKey: true }),
    run,
  }));
}

function projectEntries({ slug, name, defaultVersion }: PaletteProject): Entry[] {
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
      run: () => void openPages(slug, () => void build(slug, name)),
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
      run: () => useRebuild.getState().ask(slug),
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
    if (!(await askTrust([slug]))) return;
    const [item] = (await deskClient.projects.buildDefaults.mutate([slug])).items;
    if (item?.outcome === 'change') await tellDone(`Building ${name}`);
    else tell(item?.note ?? `${name} cannot be built.`);
  } catch (error) {
    tellProblem(error);
  }
}

function copy(slug: string): void {
  void navigator.clipboard.writeText(slug).then(() => tell(`Copied ${slug}`));
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
