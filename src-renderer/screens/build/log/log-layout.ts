import type { BuildCommand } from '../build-detail.ts';

/** A part of the log that is drawn as one: a command header, or a block of its lines. */
export type LogPart =
  | { readonly kind: 'header'; readonly command: BuildCommand; readonly index: number }
  | {
      readonly kind: 'block';
      readonly command: BuildCommand;
      readonly index: number;
      /** Number of the first line within the command's output, from 1. */
      readonly from: number;
      readonly count: number;
      /** Number of that line in the whole log. */
      readonly number: number;
      readonly isFirst: boolean;
      readonly isLast: boolean;
    };

export type LogBlockPart = LogPart & { readonly kind: 'block' };

/** A place to scroll to: a line of the whole log, or a command header. Each object is used once. */
export type LogJumpTarget = { readonly line: number } | { readonly commandId: number };

/** Heights of rows in pixels; log.module.css has the same. */
export const HEADER_HEIGHT = 28;
export const LINE_HEIGHT = 19;
/** Lines that are fetched and drawn as one block. */
export const BLOCK_LINES = 100;
/** Browsers draw no element higher than some 33 million pixels; further lines are only in the saved log. */
export const MAX_LINES = 1_500_000;

/** Returns the number of each command's first line in the whole log, plus one past the end. */
export function firstNumbers(commands: readonly Pick<BuildCommand, 'lines'>[]): readonly number[] {
  const numbers = [1];
  for (const { lines } of commands) numbers.push((numbers.at(-1) ?? 1) + lines);
  return numbers;
}

/** Returns the index of the command that wrote this line of the whole log; -1 for a line that does not exist. */
export function commandOfLine(numbers: readonly number[], line: number): number {
  if (line < 1) return -1;
  const next = numbers.findIndex((first) => first > line);
  return next < 1 ? -1 : next - 1;
}

/** Splits the log into parts: a header for each command, and blocks of lines for the open ones. */
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

/** Returns the index of the part that holds this line of the whole log; -1 when collapsed or absent. */
export function partOfLine(parts: readonly LogPart[], line: number): number {
  return parts.findIndex(
    (part) => part.kind === 'block' && line >= part.number && line < part.number + part.count,
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };

/** Returns the id of the command header that a key moves to; undefined for a key that does not move. */
export function headerAfterKey(
  parts: readonly LogPart[],
  commandId: number,
  key: string,
): number | undefined {
  const ids = parts.flatMap((part) => (part.kind === 'header' ? [part.command.id] : []));
  if (key === 'Home') return ids[0];
  if (key === 'End') return ids.at(-1);
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const target = ids.indexOf(commandId) + Math.sign(step);
  return ids[Math.max(0, Math.min(ids.length - 1, target))];
}

/** Returns the line that a key moves to, skipping collapsed commands; undefined for a key that does not move. */
export function lineAfterKey(parts: readonly LogPart[], line: number, key: string): number | undefined {
  const blocks = parts.filter((part) => part.kind === 'block');
  const [first, last] = [blocks[0], blocks.at(-1)];
  const step = STEPS[key];
  if (!first || !last) return undefined;
  if (key === 'Home') return first.number;
  if (key === 'End') return last.number + last.count - 1;
  if (step === undefined) return undefined;
  const next = line + step;
  if (partOfLine(parts, next) >= 0) return next;
  const nextBlock = step > 0 ? blocks.find(({ number }) => number > line) : undefined;
  const previousBlock = step < 0 ? blocks.findLast(({ number, count }) => number + count <= line) : undefined;
  if (nextBlock && nextBlock.number > next) return nextBlock.number;
  if (previousBlock && previousBlock.number + previousBlock.count - 1 < next)
    return previousBlock.number + previousBlock.count - 1;
  return step > 0 ? last.number + last.count - 1 : first.number;
}
