import { Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { copyText } from '../feedback/copy-text.ts';
import { truncate } from '../format.ts';

/** An action on a row, which a button and the context menu share. An ellipsis in its label means that it asks first. */
export type RowAction = {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
  readonly danger?: boolean;
};

/** Shows the actions of a row as the items of a menu. */
export function ActionItems({ actions }: { readonly actions: readonly RowAction[] }) {
  return actions.map(({ label, icon, run, danger }) => (
    <Menu.Item key={label} leftSection={icon} {...(danger && { color: 'red' })} onClick={run}>
      {label}
    </Menu.Item>
  ));
}

/** Makes the action that copies a text of a row: `name` is `slug` for “Copy slug”. */
export function copyAction(name: string, text: string): RowAction {
  return {
    label: `Copy ${name}`,
    icon: <IconCopy size={16} stroke={1.75} aria-hidden />,
    run: () => copyText(text, `Copied ${truncate(text)}`),
  };
}

/** Makes the menu of a table's rows from their actions; `name` names a row. */
export function actionMenu<Row>(name: (row: Row) => string, actionsOf: (row: Row) => readonly RowAction[]) {
  return {
    label: (row: Row) => `Actions for ${name(row)}`,
    items: (row: Row) => <ActionItems actions={actionsOf(row)} />,
  };
}
