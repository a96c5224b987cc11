import { useEffect, useMemo, useState } from 'react';
import type { LiveOutput } from '../../../src-server/desk/live/live-output.ts';
import { desk, queryClient } from '../../api/desk.ts';
import { hearOutput } from '../../api/live/live-output.ts';
import type { BuildDetail } from './build-detail.ts';
import { BLOCK } from './log/log-layout.ts';

/** A screen shows no more lines of a log than these. */
const MOST_SEEN = 100;

type Heard = ReadonlyMap<number, LiveOutput>;
const NOTHING: Heard = new Map();

/**
 * The build with what its running command has written by now. The lines at its end are fetched before they are
 * counted, so that a log that is followed grows by lines and never by blanks.
 */
export function useLiveBuild(build: BuildDetail | undefined): BuildDetail | undefined {
  const id = build?.id;
  const [heard, setHeard] = useState(NOTHING);
  useEffect(() => {
    setHeard(NOTHING);
    return hearOutput((output) => {
      if (output.buildId !== id) return;
      const take = () => setHeard((before) => withNewer(before, output));
      // Who cannot read it now will be told by the screen's own reading.
      void fetchEnd(output).then(take, take);
    });
  }, [id]);
  return useMemo(
    () => build && { ...build, commands: build.commands.map((one) => newest(one, heard)) },
    [build, heard],
  );
}

function withNewer(before: Heard, output: LiveOutput): Heard {
  const known = before.get(output.commandId);
  return known && known.bytes >= output.bytes ? before : new Map(before).set(output.commandId, output);
}

function newest(command: BuildDetail['commands'][number], heard: Heard) {
  const output = heard.get(command.id);
  if (!output || command.endTime !== null || output.bytes <= command.bytes) return command;
  const { lines, bytes, errors, warnings } = output;
  return { ...command, lines, bytes, errors, warnings };
}

/** Fetches the blocks with the last lines. */
async function fetchEnd({ buildId, commandId, lines }: LiveOutput): Promise<void> {
  const first = Math.max(1, lines - MOST_SEEN + 1);
  const froms = new Set([blockOf(first), blockOf(lines)]);
  await Promise.all([...froms].map((from) => fetchBlock({ id: buildId, commandId, from, count: BLOCK })));
}

function blockOf(line: number): number {
  return line - ((line - 1) % BLOCK);
}

async function fetchBlock(input: {
  id: number;
  commandId: number;
  from: number;
  count: number;
}): Promise<void> {
  const options = desk.build.output.queryOptions(input);
  const known = queryClient.getQueryData(options.queryKey);
  if (!known || known.isOpen) await queryClient.fetchQuery({ ...options, staleTime: 0 });
}
