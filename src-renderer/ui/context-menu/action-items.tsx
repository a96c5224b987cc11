import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

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
