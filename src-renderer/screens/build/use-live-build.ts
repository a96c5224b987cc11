import { useEffect, useMemo, useState } from 'react';
import type { LiveOutput } from '../../../src-server/desk/live/live.ts';
import { desk, queryClient } from '../../api/desk.ts';
import { onOutput } from '../../api/live/live-output.ts';
import type { BuildDetail } from './build-detail.ts';
import { BLOCK_LINES } from './log/log-layout.ts';

/** The most log lines that fit on a screen. */
const MAX_VISIBLE_LINES = 100;

type OutputByCommand = ReadonlyMap<number, LiveOutput>;
const NO_OUTPUT: OutputByCommand = new Map();

/**
 * Adds the live output of the running command to a build. Fetches the last lines before it counts them, so that a
 * followed log never shows blank lines.
 */
export function useLiveBuild(build: BuildDetail | undefined): BuildDetail | undefined {
  const id = build?.id;
  const [outputs, setOutputs] = useState(NO_OUTPUT);
  useEffect(() => {
    setOutputs(NO_OUTPUT);
    return onOutput((output) => {
      if (output.buildId !== id) return;
      const apply = () => setOutputs((previous) => withNewerOutput(previous, output));
      // A failed fetch is reported by the screen's own queries.
      void fetchEnd(output).then(apply, apply);
    });
  }, [id]);
  return useMemo(
    () => build && { ...build, commands: build.commands.map((command) => withOutput(command, outputs)) },
    [build, outputs],
  );
}

function withNewerOutput(previous: OutputByCommand, output: LiveOutput): OutputByCommand {
  const known = previous.get(output.commandId);
  return known && known.bytes >= output.bytes ? previous : new Map(previous).set(output.commandId, output);
}

function withOutput(command: BuildDetail['commands'][number], outputs: OutputByCommand) {
  const output = outputs.get(command.id);
  if (!output || command.endTime !== null || output.bytes <= command.bytes) return command;
  const { lines, bytes, errors, warnings } = output;
  return { ...command, lines, bytes, errors, warnings };
}

/** Fetches the blocks that hold the last lines. */
async function fetchEnd({ buildId, commandId, lines }: LiveOutput): Promise<void> {
  const firstLine = Math.max(1, lines - MAX_VISIBLE_LINES + 1);
  const blockStarts = new Set([blockStart(firstLine), blockStart(lines)]);
  await Promise.all(
    [...blockStarts].map((from) => fetchBlock({ id: buildId, commandId, from, count: BLOCK_LINES })),
  );
}

function blockStart(line: number): number {
  return line - ((line - 1) % BLOCK_LINES);
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
