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
import { PagesItemsOf } from '../../../features/pages/pages-items.tsx';
import { tell } from '../../../ui/feedback/tell.tsx';
import type { ShelfRowView } from './shelf-row.ts';

/** What the menu of a row does beyond going to a screen. */
export type RowActs = {
  readonly build: (slug: string) => void;
  readonly remove: (slug: string) => void;
};

type Props = { readonly row: ShelfRowView; readonly acts: RowActs };

/** The menu of a project in the list. */
export function RowMenuItems({ row: { slug, defaultVersion }, acts }: Props) {
  const go = (tab: string) => () => navigate(`/projects/${slug}${tab}`);
  const copy = () => void navigator.clipboard.writeText(slug).then(() => tell(`Copied ${slug}`));
  return (
    <>
      <Menu.Item leftSection={<IconBook2 size={16} stroke={1.75} />} onClick={go('')}>
        Open
      </Menu.Item>
      <Menu.Item leftSection={<IconHammer size={16} stroke={1.75} />} onClick={() => acts.build(slug)}>
        <span className="cut">
          Build <span className="mono">{defaultVersion}</span>
        </span>
      </Menu.Item>
      <PagesItemsOf project={slug} build={() => acts.build(slug)} />
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
        onClick={() => acts.remove(slug)}
      >
        Remove…
      </Menu.Item>
    </>
  );
}
