import { Menu } from '@mantine/core';
import {
  IconBolt,
  IconBoltOff,
  IconBookmark,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconHammer,
  IconHammerOff,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconToggleLeft,
  IconToggleRight,
} from '@tabler/icons-react';
import { navigate } from 'wouter/use-browser-location';
import { LiveBuildItems } from '../../features/live-service/live-build-items.tsx';
import { DocsMenuItems } from '../../features/pages/docs-menu-items.tsx';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { truncate } from '../../ui/format.ts';
import { buildPath, FROM_SCRATCH_HINT } from '../builds/use-trigger-build.ts';
import type { VersionActions } from './use-version-actions.ts';
import { pagesOf, type VersionListView, type VersionRowView } from './version-row.ts';

type Props = {
  readonly project: string;
  readonly place: VersionListView['place'] | undefined;
  readonly row: VersionRowView;
  /** Whether nothing can be built of the project. */
  readonly isRecord: boolean;
  readonly actions: VersionActions['rowActions'];
};

const FAST_REBUILD_HINT =
  'Sphinx reads only what has changed since the last build. Everything is built when the configuration or the environment has.';
const ICON = { size: 16, stroke: 1.75 };

/** Lists the menu items of one version. */
export function VersionMenuItems({ project, place, row, isRecord, actions }: Props) {
  const { identifier, active, isDefault, lastBuild } = row;
  const isPublic = row.privacyLevel === 'public';
  const copy = () => copyText(identifier, `Copied ${truncate(identifier)}`);
  return (
    <>
      {!isRecord && (
        <>
          <Menu.Item leftSection={<IconHammer {...ICON} />} onClick={() => actions.build(row)}>
            Build
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHammerOff {...ICON} />}
            title={FROM_SCRATCH_HINT}
            onClick={() => actions.build(row, { isFromScratch: true })}
          >
            Build from scratch
          </Menu.Item>
        </>
      )}
      <LiveBuildItems project={project} version={row} />
      <DocsMenuItems pages={place && { ...pagesOf(row, place), isRecord }} build={() => actions.build(row)} />
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
          Default version
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconBookmark {...ICON} />} onClick={() => actions.setDefault(row)}>
          Set as default
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={active ? <IconToggleLeft {...ICON} /> : <IconToggleRight {...ICON} />}
        onClick={() => actions.setActive(row, !active)}
      >
        {active ? deactivateLabel(row) : 'Activate'}
      </Menu.Item>
      <Menu.Item
        leftSection={row.hidden ? <IconEye {...ICON} /> : <IconEyeOff {...ICON} />}
        onClick={() => actions.update(row, { hidden: !row.hidden })}
      >
        {row.hidden ? 'Show in lists and search' : 'Hide from lists and search'}
      </Menu.Item>
      <Menu.Item
        leftSection={isPublic ? <IconLock {...ICON} /> : <IconLockOpen {...ICON} />}
        onClick={() => actions.update(row, { privacy_level: isPublic ? 'private' : 'public' })}
      >
        {isPublic ? 'Make private' : 'Make public'}
      </Menu.Item>
      <Menu.Item
        leftSection={row.fastRebuild ? <IconBoltOff {...ICON} /> : <IconBolt {...ICON} />}
        title={FAST_REBUILD_HINT}
        onClick={() => actions.update(row, { fast_rebuild: !row.fastRebuild })}
      >
        {row.fastRebuild ? 'Turn fast rebuild off' : 'Turn fast rebuild on'}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={copy}>
        Copy identifier
      </Menu.Item>
    </>
  );
}

/** Labels the item that deactivates a version; for the default version a dialog follows. */
function deactivateLabel({ built, isDefault }: VersionRowView): string {
  if (isDefault) return 'Deactivate…';
  return built ? 'Deactivate, remove pages' : 'Deactivate';
}
