import { Button, Menu } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { formatCount } from '../format.ts';
import { useEscape } from '../use-escape.ts';
import classes from './bulk-bar.module.css';

/** An action on everything selected. An ellipsis in its label means that a preview comes first. */
export type BulkAction = {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run?: () => void;
  readonly danger?: boolean;
  /** Choices to offer instead of `run`. */
  readonly choices?: readonly { readonly label: string; readonly run: () => void }[];
};

type Props = { readonly count: number; readonly actions: readonly BulkAction[]; readonly clear: () => void };

/** Shows the actions on the selected rows of a list in a row below it, which covers none. Escape clears the selection. */
export function BulkBar({ count, actions, clear }: Props) {
  useEscape(clear);
  return (
    <section className={classes.row} aria-label="Selected">
      <div className={classes.bar}>
        <span className={classes.count}>{formatCount(count)} selected</span>
        <span className={classes.divider} />
        {actions.map((action) =>
          action.choices ? (
            <Menu key={action.label} position="top" withinPortal>
              <Menu.Target>
                <ActionButton action={action} />
              </Menu.Target>
              <Menu.Dropdown>
                {action.choices.map(({ label, run }) => (
                  <Menu.Item key={label} onClick={run}>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          ) : (
            <ActionButton key={action.label} action={action} onClick={action.run} />
          ),
        )}
        <span className={classes.divider} />
        <Button
          className={classes.action}
          onClick={clear}
          rightSection={<kbd className={classes.key}>Esc</kbd>}
        >
          Clear
        </Button>
      </div>
    </section>
  );
}

type ActionButtonProps = ComponentProps<'button'> & { readonly action: BulkAction };

function ActionButton({ action: { label, icon, danger }, ...rest }: ActionButtonProps) {
  return (
    <Button {...rest} leftSection={icon} className={danger ? classes.danger : classes.action} title={label}>
      <span className={classes.label}>{label}</span>
    </Button>
  );
}
