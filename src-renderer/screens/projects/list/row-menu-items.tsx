import { Menu } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconBook2,
  IconCopy,
  IconGitBranch,
  IconHammer,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { navigate } from 'wouter/use-browser-location';
import { FetchedDocsMenuItems } from '../../../features/pages/docs-menu-items.tsx';
import { notify } from '../../../ui/feedback/notify.tsx';
import type { ProjectListRow } from './project-list-row.ts';

/** Actions of a row's menu that do more than open a screen. */
export type RowActions = {
  readonly build: (slug: string) => void;
  readonly remove: (slug: string) => void;
};

type Props = { readonly row: ProjectListRow; readonly actions: RowActions };

/** Lists the menu items of a project. */
export function RowMenuItems({ row: { slug, defaultVersion }, actions }: Props) {
  const go = (tab: string) => () => navigate(`/projects/${slug}${tab}`);
  const copy = () => void navigator.clipboard.writeText(slug).then(() => notify(`Copied ${slug}`));
  return (
    <>
      <Menu.Item leftSection={<IconBook2 size={16} stroke={1.75} />} onClick={go('')}>
        Open
      </Menu.Item>
      <Menu.Item leftSection={<IconHammer size={16} stroke={1.75} />} onClick={() => actions.build(slug)}>
        <span className="truncate">
          Build <span className="mono">{defaultVersion}</span>
        </span>
      </Menu.Item>
      <FetchedDocsMenuItems project={slug} build={() => actions.build(slug)} />
      <Menu.Divider />
      <Menu.Item leftSection={<IconGitBranch size={16} stroke={1.75} />} onClick={go('/versions')}>
        Versions
      </Menu.Item>
      <Menu.Item leftSection={<IconHammer size={16} stroke={1.75} />} onClick={go('/builds')}>
        Builds
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowForwardUp size={16} stroke={1.75} />} onClick={go('/redirects')}>
        Redirects
      </Menu.Item>
      <Menu.Item leftSection={<IconSettings size={16} stroke={1.75} />} onClick={go('/settings')}>
        Settings
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={copy}>
        Copy slug
      </Menu.Item>
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={16} stroke={1.75} />}
        onClick={() => actions.remove(slug)}
      >
        Remove…
      </Menu.Item>
    </>
  );
}
