import { z } from 'zod';

/** What a change of many things does, or did, to one of them. */
export const BULK_OUTCOMES = ['change', 'same', 'refused'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** One of many things, before a change as its preview and after it as its report. */
export type BulkItem = {
  /** The slug, or the name of a variable, by which it was asked for. */
  readonly key: string;
  /** What people call it. */
  readonly name: string;
  readonly outcome: BulkOutcome;
  /** Why it is refused or stays as it is, or what else happens; '' when there is nothing to say. */
  readonly note: string;
};

/** What a change of many things does, or did, in the order asked for; each thing once. */
export type BulkReport = { readonly items: readonly BulkItem[] };

/** So many things at once are all that anybody has. */
export const BULK_MAX = 20_000;

/** Slugs of the things that a change of many is about. */
export const BulkSlugs = z.array(z.string().min(1).max(300)).max(BULK_MAX);

/** Each thing once, in the order asked for. */
export function uniqueKeys(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)];
}
