import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { pluralize } from '../../ui/format.ts';

/** What the clock shows that dates of the API follow. */
export type ClockState = inferRouterOutputs<DeskRouter>['clock']['state'];

/** Reads it now, in milliseconds. */
export function readClock({ mode, now, offset }: ClockState): number {
  return mode === 'still' ? now / 1000 : Date.now() + offset / 1000;
}

/** Describes how it differs from the clock of this computer. */
export function describeClock({ mode, offset, isMoved }: ClockState): string {
  if (mode === 'still') return 'Time is held';
  if (!isMoved) return 'Time is that of this computer';
  return `Time is ${formatOffset(Math.abs(offset) / 1e6)} ${offset > 0 ? 'ahead of' : 'behind'} this computer`;
}

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

/** Formats seconds in the largest unit that there are at least two of, or exactly one. */
function formatOffset(seconds: number): string {
  const whole = Math.round(seconds);
  const found = UNITS.find(([size]) => whole >= 2 * size || whole === size);
  return found ? pluralize(Math.floor(whole / found[0]), found[1]) : pluralize(whole, 'second');
}
