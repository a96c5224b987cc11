import type { KeyboardEvent } from 'react';

/** What the keys of a table need to know and do. */
type TableKeys = {
  readonly current: number;
  readonly count: number;
  /** How many rows are seen at once. */
  readonly pageRows: number;
  readonly isHeading: (index: number) => boolean;
  readonly focusRow: (index: number) => void;
  /** Selects from one row to another; undefined where rows cannot be selected. */
  readonly extend: ((from: number, to: number) => void) | undefined;
};

/** Returns where a key moves the keyboard to; undefined for other keys. */
function targetOf(key: string, { current, count, pageRows }: TableKeys): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + pageRows,
    PageUp: current - pageRows,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target));
}

/** Moves the keyboard through a table by its keys, with Shift selecting on the way; tells whether the key was one. */
export function moveByKey(event: KeyboardEvent, keys: TableKeys): boolean {
  const { current, extend, focusRow } = keys;
  const target = targetOf(event.key, keys);
  if (target === undefined) return false;
  if (!event.shiftKey || !extend) {
    focusRow(event.key === 'Home' ? firstRow(keys) : target);
    return true;
  }
  const to = rowBeyond(target, keys);
  if (to !== undefined && !keys.isHeading(current)) extend(current, to);
  focusRow(to ?? target);
  return true;
}

/** Returns the first row of all that is no heading; 0 where there is none. */
function firstRow({ count, isHeading }: TableKeys): number {
  for (let at = 0; at < count; at += 1) if (!isHeading(at)) return at;
  return 0;
}

/** Headings are not selected: the range ends at the row behind one, or before one that is the first of all. */
function rowBeyond(target: number, { current, count, isHeading }: TableKeys): number | undefined {
  const step = target > current ? 1 : -1;
  for (let at = target; at >= 0 && at < count; at += step) if (!isHeading(at)) return at;
  for (let at = target; at !== current; at -= step) if (!isHeading(at)) return at;
  return undefined;
}

/** Tells whether a key asks for all rows: Ctrl or ⌘ with A, but not in a field, whose text it selects. */
export function isSelectAll({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() !== 'a' || !(ctrlKey || metaKey) || shiftKey || altKey) return false;
  return !(target as HTMLElement).closest('textarea, input:not([type="checkbox"])');
}
