import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { Link } from 'wouter';
import { notifyError } from '../../ui/feedback/notify.tsx';
import classes from './banners.module.css';

type Props = {
  readonly name: string;
  readonly label: string;
  /** Empty while there is nothing to say. */
  readonly text: string;
  /** The screen that shows more. */
  readonly href: string;
  /** The button that ends it. */
  readonly endLabel: string;
  readonly end: Pick<UseMutationResult<unknown, unknown, void>, 'mutate' | 'isPending'>;
};

/** Says in one line above every screen what answers differently from usual, with what shows and ends it. */
export function Banner({ name, label, text, href, endLabel, end }: Props) {
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
          <Button
            size="compact-xs"
            variant="white"
            loading={end.isPending}
            onClick={() => end.mutate(undefined, { onError: notifyError })}
          >
            {endLabel}
          </Button>
        </>
      )}
    </section>
  );
}
