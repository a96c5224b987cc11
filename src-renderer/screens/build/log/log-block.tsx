import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useMemo } from 'react';
import { logSeverity } from '../../../../src-server/model/builds/log/log-severity.ts';
import { desk } from '../../../api/desk.ts';
import { useConnection } from '../../../api/live/connection.ts';
import classes from './log.module.css';
import { BLOCK_LINES, type LogBlockPart } from './log-layout.ts';
import { type LineActions, LogLine } from './log-line.tsx';
import { readLog } from './log-text.ts';

/** Lines out of sight are dropped from the cache after this, in milliseconds. */
const GC_TIME_MS = 60_000;

type Props = {
  readonly buildId: number;
  readonly part: LogBlockPart;
  /** The linked line, the current search hit and the line that Tab stops at; 0 when not in this block. */
  readonly linkedLine: number;
  readonly hitLine: number;
  readonly tabStopLine: number;
  readonly searchText: string;
  readonly wrap: boolean;
  readonly actions: LineActions;
};

/** Shows a block of a command's lines, fetched when it scrolls into view. */
export const LogBlock = memo(function LogBlock(props: Props) {
  const { buildId, part, linkedLine, hitLine, tabStopLine, searchText, wrap, actions } = props;
  const { command, from, count, number, isFirst, isLast } = part;
  const { data, refetch } = useQuery({
    // Always a full block, so that the query key of a growing block stays the same.
    ...desk.build.output.queryOptions({ id: buildId, commandId: command.id, from, count: BLOCK_LINES }),
    // Output that was written never changes.
    staleTime: 'static',
    gcTime: GC_TIME_MS,
  });
  const isBehind = data?.isOpen === true && data.bytes < command.bytes;
  // Output missed while the server was away is fetched when it is back.
  const isConnected = useConnection(({ state }) => state === 'connected');
  useEffect(() => {
    if (isBehind && isConnected) void refetch();
  }, [isBehind, isConnected, refetch]);
  const lines = useMemo(() => {
    if (!data) return undefined;
    const spans = readLog(data.lines);
    return data.lines.map((line, index) => ({ spans: spans[index] ?? [], severity: logSeverity(line) }));
  }, [data]);
  const classNames = [
    ...[classes.block, wrap ? classes.wrapped : ''],
    ...[isFirst ? classes.first : '', isLast ? classes.last : ''],
  ];
  return (
    <div className={classNames.filter(Boolean).join(' ')}>
      {Array.from({ length: count }, (_, index) => number + index).map((line) => (
        <LogLine
          key={line}
          number={line}
          spans={lines?.[line - number]?.spans}
          severity={lines?.[line - number]?.severity}
          isCut={data?.truncated.includes(from + line - number) ?? false}
          isLinked={linkedLine === line}
          isHit={hitLine === line}
          isTabStop={tabStopLine === line}
          isGrowing={isLast && command.endTime === null && line === number + count - 1}
          searchText={searchText}
          actions={actions}
        />
      ))}
    </div>
  );
});
