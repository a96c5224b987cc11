import { Button } from '@mantine/core';
import { IconCopy, IconLink } from '@tabler/icons-react';
import { memo } from 'react';
import type { LogSeverity } from '../../../../src-server/model/builds/log/log-severity.ts';
import { copyText } from '../../../ui/feedback/copy-text.ts';
import { formatCount } from '../../../ui/format.ts';
import classes from './log.module.css';
import { type LogSpan, splitMatches } from './log-text.ts';

/** Actions shared by all lines. */
export type LineActions = {
  /** Points the address at a line; 0 for none. */
  readonly link: (line: number) => void;
  readonly copyLink: (line: number) => void;
};

type Props = {
  /** Line number in the whole log. */
  readonly number: number;
  /** undefined while loading. */
  readonly spans: readonly LogSpan[] | undefined;
  readonly severity: LogSeverity | undefined;
  /** Whether the line was truncated. */
  readonly isCut: boolean;
  readonly isLinked: boolean;
  /** Whether it is the current search hit. */
  readonly isHit: boolean;
  /** Whether it is the last line of a running command. */
  readonly isGrowing: boolean;
  /** Whether Tab stops at its number. */
  readonly isTabStop: boolean;
  /** '' when nothing is searched. */
  readonly searchText: string;
  readonly actions: LineActions;
};

/** Shows one line of a log. */
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
        {spans && <LineText spans={spans} searchText={searchText} />}
        {isGrowing && <span className={classes.cursor} />}
        {isCut && <span className={classes.truncated}> … save the log to read the rest of this line</span>}
      </span>
      {isLinked && spans && <LineActionButtons number={number} spans={spans} actions={actions} />}
    </div>
  );
});

type LineTextProps = Pick<Props, 'searchText'> & { readonly spans: readonly LogSpan[] };

function LineText({ spans, searchText }: LineTextProps) {
  return splitMatches(spans, searchText).map(({ text, names, isMatch }, index) => {
    const className = names.map((name) => classes[name]).join(' ') || undefined;
    const Tag = isMatch ? 'mark' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other identity than its position
      <Tag key={index} className={className}>
        {text}
      </Tag>
    );
  });
}

/** Shows the buttons of the linked line. */
function LineActionButtons({
  number,
  spans,
  actions,
}: Pick<Props, 'number' | 'actions'> & { readonly spans: readonly LogSpan[] }) {
  function copyLine(): void {
    const text = spans.map((span) => span.text).join('');
    copyText(text, `Copied line ${formatCount(number)}`);
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
