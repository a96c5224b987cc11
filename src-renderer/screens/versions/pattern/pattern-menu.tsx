import { Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';

type Props = { readonly count: number; readonly deactivate: () => void };

/** What a pattern is seldom used for. Inside the popover, or a click in it would count as one beside. */
export function PatternMenu({ count, deactivate }: Props) {
  return (
    <Menu position="top-end" withinPortal={false} width={180}>
      <Menu.Target>
        <Button variant="default" px={8} aria-label="More acts">
          <IconDots size={16} stroke={1.75} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={count === 0} onClick={deactivate}>
          Deactivate {count.toLocaleString('en-GB')}…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
