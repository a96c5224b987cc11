import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './bare-window.module.css';
import { Logo } from './title-bar/logo.tsx';

/** Shows a page without places and commands: before the first run, or without a session. */
export function BareWindow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes.window}>
      <Group component="header" className={classes.bar} gap={8} px={16} wrap="nowrap">
        <Logo />
        <span>Lectern</span>
      </Group>
      <main className={classes.content} aria-label={label}>
        {children}
      </main>
    </div>
  );
}
