import { IconCopy, IconTerminal2 } from '@tabler/icons-react';
import { ActionItems, copyAction, type RowAction } from '../../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../../ui/context-menu/context-menu-state.ts';
import { truncate } from '../../../ui/format.ts';
import type { BuildCommand, BuildDetail } from '../build-detail.ts';
import { copyOutput } from '../log/save-log.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Returns the context menu of a command of a build. */
export function commandMenu(
  build: BuildDetail,
  command: BuildCommand,
  open: (command: BuildCommand) => void,
) {
  const actions: readonly RowAction[] = [
    { label: 'Show in log', icon: <IconTerminal2 {...ICON} />, run: () => open(command) },
    copyAction('command', command.command),
    ...(command.bytes === 0
      ? []
      : [
          {
            label: 'Copy output',
            icon: <IconCopy {...ICON} />,
            run: () => void copyOutput(build, command),
          },
        ]),
  ];
  return contextMenuOf({
    label: `Actions for ${truncate(command.command)}`,
    items: () => <ActionItems actions={actions} />,
  });
}
