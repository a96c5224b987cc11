import { setImmediate } from 'node:timers/promises';
import type { BuildCommand } from '../../model/builds/build.ts';
import {
  findLines,
  type LineMatches,
  type LineWindow,
  lineWindow,
  searchableText,
} from '../../model/builds/log/output-lines.ts';
import type { Store } from '../../store/open-store.ts';
import type { StoredChunk } from '../../store/tables/builds/build-output.ts';

/** A window on the output of a command. */
export type OutputWindow = LineWindow & {
  /** How much the command has written so far. */
  readonly bytes: number;
  /** Whether lines of the window may still change: the command runs, and its last line is in the window or before it. */
  readonly isOpen: boolean;
};

/** A piece of the output of a command. */
export type OutputPart = {
  readonly text: string;
  /** The number of the next piece; null after the last one. */
  readonly next: number | null;
};

/** Lines of a command's output that contain a text. */
export type OutputMatches = LineMatches & { readonly commandId: number };

/** How many lines a search returns. */
const MAX_MATCHES = 2000;
/** How many chunks make a piece (a megabyte), and are searched before yielding to other work. */
const CHUNKS_AT_ONCE = 16;

/** Creates a reader of command output that reads one chunk at a time. */
export function createOutputReader({ buildOutput }: Pick<Store, 'buildOutput'>) {
  async function findIn(commandId: number, text: string, maxLines: number): Promise<LineMatches> {
    const lines: number[] = [];
    let precedingText = '';
    for (let at = 0; ; at++) {
      if (at > 0 && at % CHUNKS_AT_ONCE === 0) await setImmediate();
      const chunk = buildOutput.chunk(commandId, at);
      if (!chunk) return { lines, more: false };
      const continuesLine = chunk.starts[0] !== 0;
      const found = findLines(chunk, text, maxLines - lines.length + 1, continuesLine ? precedingText : '');
      // A line that spans two chunks may be found in both.
      lines.push(...found.lines.filter((line) => line !== lines.at(-1)));
      if (lines.length > maxLines) return { lines: lines.slice(0, maxLines), more: true };
      precedingText = text.length > 1 ? searchableText(lastLine(chunk)).slice(1 - text.length) : '';
    }
  }

  return {
    /** Returns at most `count` lines from line `from` on. */
    window(command: BuildCommand, from: number, count: number): OutputWindow {
      const lines: string[] = [];
      const cut: number[] = [];
      let chunk = buildOutput.chunkWithLine(command.id, from);
      while (chunk && lines.length < count) {
        const found = lineWindow(chunk, from + lines.length, count - lines.length);
        lines.push(...found.lines);
        cut.push(...found.truncated);
        const last = chunk.firstLine + chunk.starts.length - 1;
        chunk = lines.length < count ? buildOutput.chunkAfterLine(command.id, last) : undefined;
      }
      const isOpen = command.endTime === null && from + count > command.lines;
      return { from, lines, truncated: cut, bytes: command.bytes, isOpen };
    },

    /** Returns a piece of about a megabyte, as it was written. */
    piece(command: BuildCommand, piece: number): OutputPart {
      const chunks: Buffer[] = [];
      for (let at = piece * CHUNKS_AT_ONCE; chunks.length < CHUNKS_AT_ONCE; at++) {
        const chunk = buildOutput.chunk(command.id, at);
        if (!chunk) return { text: Buffer.concat(chunks).toString('utf8'), next: null };
        chunks.push(chunk.bytes);
      }
      return { text: Buffer.concat(chunks).toString('utf8'), next: piece + 1 };
    },

    /** Finds the lines of commands that contain a text, yielding to other work in between. */
    async find(commands: readonly BuildCommand[], text: string): Promise<readonly OutputMatches[]> {
      const all: OutputMatches[] = [];
      let remaining = MAX_MATCHES;
      for (const { id, bytes } of text === '' ? [] : commands) {
        if (bytes === 0) continue;
        const found = await findIn(id, text, remaining);
        remaining -= found.lines.length;
        if (found.lines.length > 0 || found.more) all.push({ commandId: id, ...found });
      }
      return all;
    },
  };
}

/** Returns the last line of a chunk if it continues in the next one. */
function lastLine({ bytes }: StoredChunk): Buffer {
  return bytes.subarray(bytes.lastIndexOf(10) + 1);
}
