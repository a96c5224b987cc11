import { type LogPart, partOfLine } from './log-layout.ts';

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
