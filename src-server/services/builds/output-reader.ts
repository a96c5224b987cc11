import { setImmediate } from 'node:timers/promises';
import type { BuildCommand } from '../../model/builds/build.ts';
import {
  findLines,
  type LineMatches,
  type LineWindow,
  lineWindow,
  searchableText,
} from '../../model/builds/output-lines.ts';
import type { Store } from '../../store/open-store.ts';
import type { StoredChunk } from '../../store/tables/builds/build-output.ts';

/** A window on what a command wrote. */
export type OutputWindow = LineWindow & {
  /** How much the command had written by then. */
  readonly bytes: number;
  /** Whether more may come within the window: the command runs, and its last line is in it or before it. */
  readonly isOpen: boolean;
};

/** A piece of what a command wrote. */
export type OutputPart = {
  readonly text: string;
  /** The number of the piece after it; null behind the last one. */
  readonly next: number | null;
};

/** Where a text stands in what a command wrote. */
export type OutputMatches = LineMatches & { readonly commandId: number };

/** Search results beyond this are of no use to anybody. */
const MAX_MATCHES = 2000;
/** So many chunks, a megabyte, go in one piece, or are searched before others have their turn. */
const CHUNKS_AT_ONCE = 16;

/** Reads what commands wrote, a chunk at a time, whether it is a page or a million lines. */
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
      // A line over two chunks may be found in both.
      lines.push(...found.lines.filter((line) => line !== lines.at(-1)));
      if (lines.length > maxLines) return { lines: lines.slice(0, maxLines), more: true };
      precedingText = text.length > 1 ? searchableText(lastLine(chunk)).slice(1 - text.length) : '';
    }
  }

  return {
    /** At most `count` lines from line `from` on. */
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

    /** Some megabyte of it, as it was written. */
    piece(command: BuildCommand, piece: number): OutputPart {
      const chunks: Buffer[] = [];
      for (let at = piece * CHUNKS_AT_ONCE; chunks.length < CHUNKS_AT_ONCE; at++) {
        const chunk = buildOutput.chunk(command.id, at);
        if (!chunk) return { text: Buffer.concat(chunks).toString('utf8'), next: null };
        chunks.push(chunk.bytes);
      }
      return { text: Buffer.concat(chunks).toString('utf8'), next: piece + 1 };
    },

    /** Which lines of which commands hold a text; others have their turn meanwhile. */
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

/** What of a chunk belongs to its last line; nothing when that has ended. */
function lastLine({ bytes }: StoredChunk): Buffer {
  return bytes.subarray(bytes.lastIndexOf(10) + 1);
}
