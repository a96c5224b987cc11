import { Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { formatCount } from '../../../ui/format.ts';

type Props = { readonly count: number; readonly deactivate: () => void };

/** Shows the less common actions. Rendered inside the popover, since a click outside would close that. */
export function PatternMenu({ count, deactivate }: Props) {
  return (
    <Menu position="top-end" withinPortal={false} width={180}>
      <Menu.Target>
        <Button variant="default" px={8} aria-label="More actions">
          <IconDots size={16} stroke={1.75} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={count === 0} onClick={deactivate}>
          Deactivate {formatCount(count)}…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
