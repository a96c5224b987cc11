import type { BuildCommand } from '../build-detail.ts';

/** A part of the log that is drawn together: the head of a command, or some of its lines. */
export type LogPart =
  | { readonly kind: 'header'; readonly command: BuildCommand; readonly index: number }
  | {
      readonly kind: 'block';
      readonly command: BuildCommand;
      readonly index: number;
      /** The first line within the command's output; lines count from 1. */
      readonly from: number;
      readonly count: number;
      /** The number of that line in the whole log. */
      readonly number: number;
      readonly isFirst: boolean;
      readonly isLast: boolean;
    };

export type LogBlockPart = LogPart & { readonly kind: 'block' };

/** Where to go: a line of the whole log, or the head of a command. Each object is gone to once. */
export type LogJumpTarget = { readonly line: number } | { readonly commandId: number };

/** What rows measure, as the styles draw them; in pixels. */
export const HEADER_HEIGHT = 28;
export const LINE_HEIGHT = 19;
/** So many lines are fetched and drawn together. */
export const BLOCK_LINES = 100;
/** A browser draws no element higher than some 33 million pixels; a command's further lines are left to the saved log. */
export const MAX_LINES = 1_500_000;

/** The whole log's number of the first line of each command; one more at the end. Lines count through all commands. */
export function firstNumbers(commands: readonly Pick<BuildCommand, 'lines'>[]): readonly number[] {
  const numbers = [1];
  for (const { lines } of commands) numbers.push((numbers.at(-1) ?? 1) + lines);
  return numbers;
}

/** The place of the command that this line of the whole log is of; -1 for a line that is not there. */
export function commandOfLine(numbers: readonly number[], line: number): number {
  if (line < 1) return -1;
  const next = numbers.findIndex((first) => first > line);
  return next < 1 ? -1 : next - 1;
}

/** The log as parts: every command's head, and the lines of those that are open. */
export function logParts(
  commands: readonly BuildCommand[],
  numbers: readonly number[],
  isOpen: (command: BuildCommand) => boolean,
): readonly LogPart[] {
  const parts: LogPart[] = [];
  let remaining = MAX_LINES;
  commands.forEach((command, index) => {
    parts.push({ kind: 'header', command, index });
    if (!isOpen(command)) return;
    const lines = Math.min(command.lines, remaining);
    remaining -= lines;
    for (let from = 1; from <= lines; from += BLOCK_LINES) {
      const count = Math.min(BLOCK_LINES, lines - from + 1);
      const number = (numbers[index] ?? 1) + from - 1;
      const isLast = from + BLOCK_LINES > lines;
      parts.push({ kind: 'block', command, index, from, count, number, isFirst: from === 1, isLast });
    }
  });
  return parts;
}

/** The place of the part that holds this line of the whole log; -1 when it is folded away or not there. */
export function partOfLine(parts: readonly LogPart[], line: number): number {
  return parts.findIndex(
    (part) => part.kind === 'block' && line >= part.number && line < part.number + part.count,
  );
}
