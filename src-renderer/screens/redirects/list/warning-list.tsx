import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { RedirectWarning } from '../../../../src-server/model/redirects/redirect-warnings.ts';
import { formatCount } from '../../../ui/format.ts';
import classes from './redirects.module.css';

/** Renders a sentence with the URLs between backticks as code. */
export function TextWithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence do not move
      <span key={at} className={classes.code}>
        {part}
      </span>
    ),
  );
}

type Props = {
  readonly warnings: readonly RedirectWarning[];
  /** Highlights the redirects that a warning names, by position from 0. */
  readonly show: (at: readonly number[]) => void;
};

const MAX_COLLAPSED = 3;
/** Warnings shown at most; fixing the first ones changes the rest. */
const MAX_SHOWN = 100;
const SHOW_LABELS: Readonly<Record<RedirectWarning['kind'], string>> = {
  loop: 'Show the loop',
  endless: 'Show it',
  unreached: 'Show both',
  idle: 'Show it',
  literal: 'Show it',
};

/** Lists the problems of the redirects, below their list. */
export function WarningList({ warnings, show }: Props) {
  const [showAll, setShowAll] = useState(false);
  if (warnings.length === 0) return null;
  const shown = warnings.slice(0, showAll ? MAX_SHOWN : MAX_COLLAPSED);
  const more = warnings.length - shown.length;
  return (
    <section className={classes.warnings} aria-label="Warnings">
      <ul>
        {shown.map(({ kind, at, text }) => (
          <li key={text} className={classes.warning}>
            <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
            <span>
              <TextWithCode text={text} />{' '}
              <button type="button" className={classes.showButton} onClick={() => show(at)}>
                {SHOW_LABELS[kind]}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Group component="p" gap="sm" py={2} pl={20} wrap="nowrap">
          and {formatCount(more)} more
          {!showAll && (
            <Button variant="default" size="compact-xs" onClick={() => setShowAll(true)}>
              Show more
            </Button>
          )}
        </Group>
      )}
    </section>
  );
}
