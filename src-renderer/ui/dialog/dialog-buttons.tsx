import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog-buttons.module.css';

/** Shows the buttons of a dialog, which stay in sight while its body scrolls. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.buttons}>
      <Group className={classes.row ?? ''} justify="flex-end" gap="sm" wrap="nowrap">
        {children}
      </Group>
    </div>
  );
}
