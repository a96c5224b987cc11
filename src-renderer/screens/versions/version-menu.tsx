import { Menu } from '@mantine/core';
import {
  IconBookmark,
  IconCopy,
  IconHammer,
  IconHistory,
  IconToggleLeft,
  IconToggleRight,
} from '@tabler/icons-react';
import { navigate } from 'wouter/use-browser-location';
import { PagesItems } from '../../features/pages/pages-items.tsx';
import { tell } from '../../ui/feedback/tell.tsx';
import { buildPath } from '../builds/use-trigger.ts';
import type { VersionActs } from './use-version-acts.ts';
import { pagesOf, type VersionBoardView, type VersionRowView } from './version-row.ts';

type Props = {
  readonly project: string;
  readonly place: VersionBoardView['place'] | undefined;
  readonly row: VersionRowView;
  readonly acts: VersionActs['ofRow'];
};

const ICON = { size: 16, stroke: 1.75 };

/** What can be done with one version. */
export function VersionMenuItems({ project, place, row, acts }: Props) {
  const { identifier, active, isDefault, lastBuild } = row;
  const copy = () =>
    void navigator.clipboard.writeText(identifier).then(() => tell(`Copied ${shortened(identifier)}`));
  return (
    <>
      <Menu.Item leftSection={<IconHammer {...ICON} />} onClick={() => acts.build(row)}>
        Build
      </Menu.Item>
      <PagesItems pages={place && pagesOf(row, place)} build={() => acts.build(row)} />
      {lastBuild && (
        <Menu.Item
          leftSection={<IconHistory {...ICON} />}
          onClick={() => navigate(buildPath(project, lastBuild.id))}
        >
          Open last build
        </Menu.Item>
      )}
      <Menu.Divider />
      {isDefault ? (
        <Menu.Item disabled leftSection={<IconBookmark {...ICON} />}>
          It is the default
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconBookmark {...ICON} />} onClick={() => acts.setDefault(row)}>
          Set as default
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={active ? <IconToggleLeft {...ICON} /> : <IconToggleRight {...ICON} />}
        onClick={() => acts.setActive(row, !active)}
      >
        {active ? deactivateWords(row) : 'Activate'}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={copy}>
        Copy identifier
      </Menu.Item>
    </>
  );
}

/** The default version is switched off only after a look at what readers will meet. */
function deactivateWords({ built, isDefault }: VersionRowView): string {
  if (isDefault) return 'Deactivate…';
  return built ? 'Deactivate, remove pages' : 'Deactivate';
}

function shortened(identifier: string): string {
  return identifier.length > 40 ? `${identifier.slice(0, 39)}…` : identifier;
}
