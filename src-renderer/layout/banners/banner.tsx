import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import classes from './banners.module.css';

type Props = {
  readonly name: string;
  readonly label: string;
  /** Empty while there is nothing to say. */
  readonly text: string;
  /** The screen that shows more. */
  readonly href: string;
  /** What ends it. */
  readonly children: ReactNode;
};

/** Says in one line above every screen what answers differently from usual, with what shows and ends it. */
export function Banner({ name, label, text, href, children }: Props) {
  return (
    <section className={text === '' ? undefined : classes.line} aria-label={label} data-banner={name}>
      {/* Stays in the document: what comes into it is announced. */}
      <span className="truncate grow" aria-live="polite" title={text}>
        {text}
      </span>
      {text !== '' && (
        <>
          <Button component={Link} href={href} size="compact-xs" variant="white">
            Show
          </Button>
          {children}
        </>
      )}
    </section>
  );
}
