import type { Fields } from './sync-fields.ts';

/** What a pull does with one object. */
export type Merge = {
  /** Fields to write here. */
  readonly take: Fields;
  /** What both sides agree on afterwards. */
  readonly base: Fields;
  /** Values there that conflict with those here; null: none. */
  readonly theirs: Fields | null;
};
