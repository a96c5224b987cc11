import { Button, Menu } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';
import classes from './bulk-bar.module.css';

/** An act on everything selected. An ellipsis in its label means that a preview comes first. */
export type BulkAct = {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run?: () => void;
  readonly danger?: boolean;
  /** In place of `run`: what there is to choose from. */
  readonly choices?: readonly { readonly label: string; readonly run: () => void }[];
};

type Props = { readonly count: number; readonly acts: readonly BulkAct[]; readonly clear: () => void };

const HEARS_ITSELF = '[role="dialog"], [role="menu"], input:not([type="checkbox"]), textarea';

/** Floats over a list while something of it is selected. Esc clears. */
export function BulkBar({ count, acts, clear }: Props) {
  const onEscape = (event: KeyboardEvent) => {
    // A dialog or a menu over the list closes first, and a field has a use of its own for it.
    if (!(event.target instanceof Element && event.target.closest(HEARS_ITSELF))) clear();
  };
  useHotkeys([['Escape', onEscape]], []);
  return (
    <section className={classes.bar} aria-label="Selected">
      <span className={classes.count}>{count.toLocaleString('en-GB')} selected</span>
      <span className={classes.line} />
      {acts.map((act) =>
        act.choices ? (
          <Menu key={act.label} position="top" withinPortal>
            <Menu.Target>
              <ActButton act={act} />
            </Menu.Target>
            <Menu.Dropdown>
              {act.choices.map(({ label, run }) => (
                <Menu.Item key={label} onClick={run}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : (
          <ActButton key={act.label} act={act} onClick={act.run} />
        ),
      )}
      <span className={classes.line} />
      <Button className={classes.act} onClick={clear} rightSection={<kbd className={classes.key}>Esc</kbd>}>
        Clear
      </Button>
    </section>
  );
}

type ActButtonProps = ComponentProps<'button'> & { readonly act: BulkAct };

function ActButton({ act: { label, icon, danger }, ...rest }: ActButtonProps) {
  return (
    <Button {...rest} leftSection={icon} className={danger ? classes.danger : classes.act} title={label}>
      <span className={classes.label}>{label}</span>
    </Button>
  );
}
