import { Button } from '@mantine/core';
import { IconCopy, IconLink } from '@tabler/icons-react';
import { memo } from 'react';
import type { LogMark } from '../../../../src-server/model/builds/log-line.ts';
import { tell } from '../../../ui/feedback/tell.tsx';
import classes from './log.module.css';
import { type LogSpan, markFound } from './log-text.ts';

/** What lines can do, the same for all of them. */
export type LineActs = {
  /** Points the address at a line; 0 for none. */
  readonly link: (line: number) => void;
  readonly copyLink: (line: number) => void;
};

type Props = {
  /** In the whole log. */
  readonly number: number;
  /** undefined while it is on its way. */
  readonly spans: readonly LogSpan[] | undefined;
  readonly mark: LogMark | undefined;
  /** Only its beginning is here. */
  readonly isCut: boolean;
  readonly isLinked: boolean;
  /** The hit that one is at. */
  readonly isHit: boolean;
  /** The last line of a command that still runs. */
  readonly isGrowing: boolean;
  /** Tab stops at its number. */
  readonly isReachable: boolean;
  /** What is looked for; '' for nothing. */
  readonly wanted: string;
  readonly acts: LineActs;
};

/** One line of a log. */
export const LogLine = memo(function LogLine(props: Props) {
  const { number, spans, mark, isCut, isLinked, isHit, isGrowing, isReachable, wanted, acts } = props;
  const names = [
    ...[classes.line, mark ? classes[mark] : ''],
    ...[isLinked ? classes.linked : '', isHit ? classes.hit : ''],
  ];
  return (
    <div
      className={names.filter(Boolean).join(' ')}
      data-line={number}
      data-ready={spans !== undefined || undefined}
      data-mark={mark}
    >
      <a
        href={`#L${number}`}
        aria-label={`Line ${number}`}
        aria-current={isLinked ? 'location' : undefined}
        tabIndex={isReachable ? 0 : -1}
        className={classes.number}
        onClick={(event) => {
          event.preventDefault();
          acts.link(isLinked ? 0 : number);
        }}
      >
        {number}
      </a>
      <span className={classes.text}>
        {spans && <Pieces spans={spans} wanted={wanted} />}
        {isGrowing && <span className={classes.cursor} />}
        {isCut && <span className={classes.cutOff}> … the saved log has the rest of this line</span>}
      </span>
      {isLinked && spans && <Acts number={number} spans={spans} acts={acts} />}
    </div>
  );
});

function Pieces({ spans, wanted }: { readonly spans: readonly LogSpan[]; readonly wanted: string }) {
  return markFound(spans, wanted).map(({ text, names, isFound }, index) => {
    const className = names.map((name) => classes[name]).join(' ') || undefined;
    const Piece = isFound ? 'mark' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the line
      <Piece key={index} className={className}>
        {text}
      </Piece>
    );
  });
}

/** What can be done with the linked line. */
function Acts({
  number,
  spans,
  acts,
}: Pick<Props, 'number' | 'acts'> & { readonly spans: readonly LogSpan[] }) {
  function copyLine(): void {
    const text = spans.map((span) => span.text).join('');
    void navigator.clipboard
      .writeText(text)
      .then(() => tell(`Copied line ${number.toLocaleString('en-GB')}`));
  }
  const looks = { variant: 'subtle', size: 'compact-xs', className: classes.act } as const;
  return (
    <span className={classes.acts}>
      <Button
        {...looks}
        leftSection={<IconLink size={14} stroke={1.75} aria-hidden />}
        onClick={() => acts.copyLink(number)}
      >
        Copy link
      </Button>
      <Button {...looks} leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />} onClick={copyLine}>
        Copy line
      </Button>
    </span>
  );
}
