import type { HistoryKind, HistoryQuery } from '../../../src-server/model/journal/history.ts';

/** How far a list goes back. */
export const PERIODS = {
  any: { label: 'Any time', days: null },
  today: { label: 'Today', days: 0 },
  week: { label: 'Last 7 days', days: 7 },
  month: { label: 'Last 30 days', days: 30 },
  year: { label: 'Last 365 days', days: 365 },
} as const;

export type Period = keyof typeof PERIODS;

/** What a list of changes is limited to; '' and `any` limit nothing. */
export type HistoryFilter = {
  readonly person: string;
  readonly kind: HistoryKind | '';
  readonly period: Period;
};

/** Limits nothing. */
export const NO_FILTER: HistoryFilter = { person: '', kind: '', period: 'any' };

/** Returns the question for these filters. `now` is in milliseconds; periods begin at midnight, so that it seldom changes. */
export function historyQuery({ person, kind, period }: HistoryFilter, now: number): Partial<HistoryQuery> {
  const { days } = PERIODS[period];
  return {
    ...(person !== '' && { person: person === LECTERN ? '' : person }),
    ...(kind !== '' && { kind }),
    ...(days !== null && { from: midnightBefore(now, days) * 1000 }),
  };
}

/** Stands for what Lectern did by itself; no username has a space. */
export const LECTERN = 'Lectern itself';

function midnightBefore(now: number, days: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime();
}
