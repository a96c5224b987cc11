import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';

/** Returns whether the window lacks a menu bar: in the application, but on macOS, whose menus are elsewhere. */
export function needsMenuButton(): boolean {
  return window.lectern !== undefined && window.lectern.platform !== 'darwin';
}

/** Opens the menu of the application. */
export function MenuButton() {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label="Menu"
      aria-haspopup="menu"
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        void window.lectern?.openMenu({ x: left, y: bottom });
      }}
    >
      <IconMenu2 size={16} stroke={1.75} />
    </ActionIcon>
  );
}
