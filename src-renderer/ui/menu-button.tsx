import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  /** Names the button, which shows an icon alone: `More for requests`. */
  readonly label: string;
  readonly icon?: ReactNode;
  /** Without an outline, for the header of a panel. */
  readonly isSubtle?: boolean;
  /** The items. */
  readonly children: ReactNode;
};

/** Opens a menu below a button with an icon alone. */
export function MenuButton({
  label,
  icon = <IconDots size={16} stroke={1.75} />,
  isSubtle,
  children,
}: Props) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Tooltip label={label}>
        <Menu.Target>
          <ActionIcon variant={isSubtle ? 'subtle' : 'default'} color="gray" size={28} aria-label={label}>
            {icon}
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
