import { z } from 'zod';

/** The outcome of a bulk change for one item. */
export const BULK_OUTCOMES = ['change', 'same', 'refused'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** One item of a bulk change, in its preview or its report. */
export type BulkItem = {
  /** The slug or variable name in the request. */
  readonly key: string;
  /** Display name. */
  readonly name: string;
  readonly outcome: BulkOutcome;
  /** Reason why it is refused or unchanged, or a side effect; '' when there is none. */
  readonly note: string;
};

/** The report or preview of a bulk change: each item once, in the order of the request. */
export type BulkReport = { readonly items: readonly BulkItem[] };

/** Largest number of items in one bulk change. */
export const BULK_MAX = 20_000;

/** Slugs of the items of a bulk change. */
export const BulkSlugs = z.array(z.string().min(1).max(300)).max(BULK_MAX);

/** Removes duplicates and keeps the order. */
export function uniqueKeys(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)];
}
