import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { RedirectWarning } from '../../../../src-server/model/redirects/redirect-warnings.ts';
import classes from './redirects.module.css';

/** A sentence in which what stands between backticks is an address. */
export function Words({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence do not move
      <span key={at} className={classes.address}>
        {part}
      </span>
    ),
  );
}

type Props = {
  readonly warnings: readonly RedirectWarning[];
  /** Marks the redirects that a warning is about. Places from 0. */
  readonly show: (at: readonly number[]) => void;
};

const FEW = 3;
/** More than that nobody reads; the first are mended first. */
const MANY = 100;
const SHOW: Readonly<Record<RedirectWarning['kind'], string>> = {
  loop: 'Show the loop',
  endless: 'Show it',
  unreached: 'Show both',
  idle: 'Show it',
  literal: 'Show it',
};

/** What is wrong with the redirects as they stand, below their list. */
export function WarningWords({ warnings, show }: Props) {
  const [all, setAll] = useState(false);
  if (warnings.length === 0) return null;
  const shown = warnings.slice(0, all ? MANY : FEW);
  const more = warnings.length - shown.length;
  return (
    <section className={classes.warnings} aria-label="Warnings">
      <ul>
        {shown.map(({ kind, at, words }) => (
          <li key={words} className={classes.warning}>
            <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
            <span>
              <Words text={words} />{' '}
              <button type="button" className={classes.show} onClick={() => show(at)}>
                {SHOW[kind]}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={classes.moreWarnings}>
          and {more.toLocaleString('en-GB')} more
          {!all && (
            <Button variant="default" size="compact-xs" onClick={() => setAll(true)}>
              Show more
            </Button>
          )}
        </p>
      )}
    </section>
  );
}
