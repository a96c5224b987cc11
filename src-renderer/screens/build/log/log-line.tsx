import { Button } from '@mantine/core';
import { IconCopy, IconLink } from '@tabler/icons-react';
import { memo } from 'react';
import type { LogSeverity } from '../../../../src-server/model/builds/log-severity.ts';
import { notify } from '../../../ui/feedback/notify.tsx';
import classes from './log.module.css';
import { type LogSpan, splitMatches } from './log-text.ts';

/** What lines can do, the same for all of them. */
export type LineActions = {
  /** Points the address at a line; 0 for none. */
  readonly link: (line: number) => void;
  readonly copyLink: (line: number) => void;
};

type Props = {
  /** In the whole log. */
  readonly number: number;
  /** undefined while it is on its way. */
  readonly spans: readonly LogSpan[] | undefined;
  readonly severity: LogSeverity | undefined;
  /** Only its beginning is here. */
  readonly isCut: boolean;
  readonly isLinked: boolean;
  /** The hit that one is at. */
  readonly isHit: boolean;
  /** The last line of a command that still runs. */
  readonly isGrowing: boolean;
  /** Tab stops at its number. */
  readonly isTabStop: boolean;
  /** What is looked for; '' for nothing. */
  readonly searchText: string;
  readonly actions: LineActions;
};

/** One line of a log. */
export const LogLine = memo(function LogLine(props: Props) {
  const { number, spans, severity, isCut, isLinked, isHit, isGrowing, isTabStop, searchText, actions } =
    props;
  const classNames = [
    ...[classes.line, severity ? classes[severity] : ''],
    ...[isLinked ? classes.linked : '', isHit ? classes.currentMatch : ''],
  ];
  return (
    <div
      className={classNames.filter(Boolean).join(' ')}
      data-line={number}
      data-ready={spans !== undefined || undefined}
      data-mark={severity}
    >
      <a
        href={`#L${number}`}
        aria-label={`Line ${number}`}
        aria-current={isLinked ? 'location' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        className={classes.number}
        onClick={(event) => {
          event.preventDefault();
          actions.link(isLinked ? 0 : number);
        }}
      >
        {number}
      </a>
      <span className={classes.text}>
        {spans && <LineText spans={spans} wanted={searchText} />}
        {isGrowing && <span className={classes.cursor} />}
        {isCut && <span className={classes.truncated}> … the saved log has the rest of this line</span>}
      </span>
      {isLinked && spans && <LineActionButtons number={number} spans={spans} actions={actions} />}
    </div>
  );
});

function LineText({
  spans,
  wanted: searchText,
}: {
  readonly spans: readonly LogSpan[];
  readonly wanted: string;
}) {
  return splitMatches(spans, searchText).map(({ text, names, isMatch }, index) => {
    const className = names.map((name) => classes[name]).join(' ') || undefined;
    const Tag = isMatch ? 'mark' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the line
      <Tag key={index} className={className}>
        {text}
      </Tag>
    );
  });
}

/** What can be done with the linked line. */
function LineActionButtons({
  number,
  spans,
  actions,
}: Pick<Props, 'number' | 'actions'> & { readonly spans: readonly LogSpan[] }) {
  function copyLine(): void {
    const text = spans.map((span) => span.text).join('');
    void navigator.clipboard
      .writeText(text)
      .then(() => notify(`Copied line ${number.toLocaleString('en-GB')}`));
  }
  const buttonProps = { variant: 'subtle', size: 'compact-xs', className: classes.action } as const;
  return (
    <span className={classes.actions}>
      <Button
        {...buttonProps}
        leftSection={<IconLink size={14} stroke={1.75} aria-hidden />}
        onClick={() => actions.copyLink(number)}
      >
        Copy link
      </Button>
      <Button
        {...buttonProps}
        leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
        onClick={copyLine}
      >
        Copy line
      </Button>
    </span>
  );
}
