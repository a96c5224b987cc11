import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import classes from './row-menu.module.css';

type Props = {
  /** Names the row: `Actions for Tidewater`. */
  readonly label: string;
  /** Whether Tab stops here: the row has the focus. */
  readonly isTabStop: boolean;
  /** Makes the items; called only when the menu opens. */
  readonly items: () => ReactNode;
};

/** Shows the menu of a row. Until it is opened it is a bare button, since a long list has many. */
export function RowMenu({ label, isTabStop, items }: Props) {
  const [opened, setOpened] = useState<boolean | undefined>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const trigger = (
    <button
      ref={button}
      type="button"
      className={classes.button}
      aria-label={label}
      aria-haspopup="menu"
      tabIndex={isTabStop ? 0 : -1}
      data-opened={opened || undefined}
      onClick={opened === undefined ? () => setOpened(true) : undefined}
    >
      <IconDots size={16} stroke={1.75} aria-hidden />
    </button>
  );
  if (opened === undefined) return trigger;
  // The button is mounted again with the menu, which therefore does not know where to return the focus.
  const restoreFocus = () => button.current?.focus({ preventScroll: true });
  const change = (next: boolean) => {
    setOpened(next);
    if (!next) requestAnimationFrame(restoreFocus);
  };
  const onClosed = () => {
    if (document.activeElement === document.body) restoreFocus();
  };
  return (
    <Menu
      opened={opened}
      onChange={change}
      onExitTransitionEnd={onClosed}
      position="bottom-end"
      withinPortal
      width={220}
    >
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown>{items()}</Menu.Dropdown>
    </Menu>
  );
}
