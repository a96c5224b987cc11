import { Menu } from '@mantine/core';
import { IconHammer, IconRefresh, IconTrash } from '@tabler/icons-react';
import { FetchedDocsMenuItems } from '../../../features/pages/docs-menu-items.tsx';
import { projectCommands } from '../../../features/project-commands.tsx';
import { type RemediedBuild, remedyLabel } from '../../../features/trust/use-build-remedy.ts';
import type { ProjectListRow } from './project-list-row.ts';

/** Actions of a row's menu that do more than open a screen. */
export type RowActions = {
  readonly build: (slug: string) => void;
  readonly remove: (slug: string) => void;
  /** Does what makes a failed build pass. */
  readonly applyRemedy: (build: RemediedBuild) => void;
};

type Props = { readonly row: ProjectListRow; readonly actions: RowActions };

/** Lists the menu items of a project. */
export function RowMenuItems({ row, actions }: Props) {
  const { slug, defaultVersion, lastBuild, recordReason } = row;
  const commands = projectCommands({ ...row, isRecord: recordReason !== null });
  const item = (id: string) =>
    commands
      .filter((command) => command.id === id)
      .map(({ icon, label, run }) => (
        <Menu.Item key={id} leftSection={icon} onClick={run}>
          {label}
        </Menu.Item>
      ));
  return (
    <>
      {item('open')}
      <Menu.Item
        leftSection={<IconHammer size={16} stroke={1.75} />}
        disabled={recordReason !== null}
        onClick={() => actions.build(slug)}
      >
        <span className="truncate">
          {recordReason === null ? (
            <>
              Build <span className="mono">{defaultVersion}</span>
            </>
          ) : (
            'A record: nothing to build'
          )}
        </span>
      </Menu.Item>
      {lastBuild?.remedy && (
        <Menu.Item
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          onClick={() => actions.applyRemedy({ ...lastBuild, project: slug })}
        >
          {remedyLabel(lastBuild.remedy, { isShort: true })}
        </Menu.Item>
      )}
      <FetchedDocsMenuItems project={slug} build={() => actions.build(slug)} />
      <Menu.Divider />
      {['versions', 'builds', 'redirects', 'settings'].map(item)}
      <Menu.Divider />
      {item('copy')}
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
