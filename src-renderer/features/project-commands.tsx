import {
  IconArrowForwardUp,
  IconBook2,
  IconCopy,
  IconExternalLink,
  IconGitBranch,
  IconHammer,
  IconSettings,
  IconStack2,
  IconVariable,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { deskClient } from '../api/desk.ts';
import { copyText } from '../ui/feedback/copy-text.ts';
import { notify, notifyError, notifyUndoable } from '../ui/feedback/notify.tsx';
import { openDocs } from './pages/open-docs.ts';
import { useRebuildDialog } from './rebuild-dialog-state.ts';
import { requestTrust } from './trust/request-trust.ts';

/** The fields of a project that its commands need. */
export type CommandProject = {
  readonly slug: string;
  readonly name: string;
  readonly defaultVersion: string;
  /** Whether there is nothing to build of it here. */
  readonly isRecord: boolean;
};

/** Commands that a record has no use for. */
const BUILDING: ReadonlySet<string> = new Set(['build', 'rebuild']);

/** A command for a project, in the palette and in the project's menus. */
type ProjectCommand = {
  readonly id: string;
  readonly icon: ReactNode;
  /** Names it in a menu of the project: `Versions`. */
  readonly label: string;
  /** Names it where the project is not plain: `Open versions of Almanac`. */
  readonly longLabel: string;
  readonly run: () => void;
};

const ICON = { size: 16, stroke: 1.75 } as const;

/** Makes what can be done with a project, in the order of the palette. */
export function projectCommands({
  slug,
  name,
  defaultVersion,
  isRecord,
}: CommandProject): readonly ProjectCommand[] {
  const screen = (id: string, icon: ReactNode, label: string): ProjectCommand => ({
    id,
    icon,
    label,
    longLabel: `Open ${label.toLowerCase()} of ${name}`,
    run: () => navigate(`/projects/${slug}/${id}`),
  });
  const commands: readonly ProjectCommand[] = [
    {
      id: 'build',
      icon: <IconHammer {...ICON} />,
      label: `Build ${defaultVersion}`,
      longLabel: `Build ${defaultVersion} of ${name}`,
      run: () => void buildDefault(slug, name),
    },
    {
      id: 'docs',
      icon: <IconExternalLink {...ICON} />,
      label: 'Open docs',
      longLabel: `Open docs of ${name}`,
      run: () => void openDocs(slug, () => void buildDefault(slug, name)),
    },
    screen('versions', <IconGitBranch {...ICON} />, 'Versions'),
    {
      id: 'rebuild',
      icon: <IconStack2 {...ICON} />,
      label: 'Rebuild all active versions',
      longLabel: `Rebuild all active versions of ${name}`,
      run: () => useRebuildDialog.getState().open(slug),
    },
    screen('builds', <IconHammer {...ICON} />, 'Builds'),
    screen('redirects', <IconArrowForwardUp {...ICON} />, 'Redirects'),
    screen('environment', <IconVariable {...ICON} />, 'Environment'),
    screen('settings', <IconSettings {...ICON} />, 'Settings'),
    {
      id: 'copy',
      icon: <IconCopy {...ICON} />,
      label: 'Copy slug',
      longLabel: `Copy the slug of ${name}`,
      run: () => copyText(slug, `Copied ${slug}`),
    },
    {
      id: 'open',
      icon: <IconBook2 {...ICON} />,
      label: 'Open',
      longLabel: `Open ${name}`,
      run: () => navigate(`/projects/${slug}`),
    },
  ];
  return isRecord ? commands.filter(({ id }) => !BUILDING.has(id)) : commands;
}

async function buildDefault(slug: string, name: string): Promise<void> {
  try {
    if (!(await requestTrust([slug]))) return;
    const changed = await deskClient.projects.buildDefaults.mutate([slug]);
    const [item] = changed.answer.items;
    if (item?.outcome === 'change') notifyUndoable(`Building ${name}`, changed);
    else notify(item?.note ?? `${name} cannot be built.`);
  } catch (error) {
    notifyError(error);
  }
}
