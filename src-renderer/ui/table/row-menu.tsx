import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import classes from './row-menu.module.css';

type Props = {
  /** Says whose acts they are: `Acts on Tidewater`. */
  readonly label: string;
  /** Whether Tab stops here: the keyboard is on this row. */
  readonly reachable: boolean;
  /** The acts; asked for only when the menu opens. */
  readonly items: () => ReactNode;
};

/** The menu at the end of a row. Until somebody opens it, it is a bare button, since a long list has many of them. */
export function RowMenu({ label, reachable, items }: Props) {
  const [opened, setOpened] = useState<boolean | undefined>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const bare = (
    <button
      ref={button}
      type="button"
      className={classes.button}
      aria-label={label}
      aria-haspopup="menu"
      tabIndex={reachable ? 0 : -1}
      data-opened={opened || undefined}
      onClick={opened === undefined ? () => setOpened(true) : undefined}
    >
      <IconDots size={16} stroke={1.75} aria-hidden />
    </button>
  );
  if (opened === undefined) return bare;
  // The button was put there anew when the menu was made, so the menu does not know where to go back to.
  const goBack = () => button.current?.focus({ preventScroll: true });
  const change = (next: boolean) => {
    setOpened(next);
    if (!next) requestAnimationFrame(goBack);
  };
  const closed = () => {
    if (document.activeElement === document.body) goBack();
  };
  return (
    <Menu
      opened={opened}
      onChange={change}
      onExitTransitionEnd={closed}
      position="bottom-end"
      withinPortal
      width={220}
    >
      <Menu.Target>{bare}</Menu.Target>
      <Menu.Dropdown>{items()}</Menu.Dropdown>
    </Menu>
  );
}
