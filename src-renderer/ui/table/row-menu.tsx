import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import classes from './row-menu.module.css';

type Props = {
  /** Says whose acts they are: `Acts on Tidewater`. */
  readonly label: string;
  /** Whether Tab stops here: the keyboard is on this row. */
  readonly isTabStop: boolean;
  /** The acts; asked for only when the menu opens. */
  readonly items: () => ReactNode;
};

/** The menu at the end of a row. Until somebody opens it, it is a bare button, since a long list has many of them. */
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
  // The button was put there anew when the menu was made, so the menu does not know where to go back to.
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
