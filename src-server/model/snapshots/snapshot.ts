import { z } from 'zod';
import { Invalid } from '../base/problems.ts';
import type { Timestamp } from '../base/timestamp.ts';

/** Why a snapshot was taken: by hand, before a restore, or as the state that control resets to. */
export type SnapshotKind = 'manual' | 'safety' | 'start';

/** Rows that a list of snapshots shows. */
export type SnapshotCounts = {
  readonly projects: number;
  readonly versions: number;
  readonly builds: number;
  readonly redirects: number;
  readonly users: number;
};

/** A state of all data that can be brought back. */
export type Snapshot = {
  readonly name: string;
  readonly note: string;
  readonly kind: SnapshotKind;
  readonly takenAt: Timestamp;
  /** Size of its database. Pages that are served still are not copied. */
  readonly bytes: number;
  readonly counts: SnapshotCounts;
};

/** The snapshot that control takes before the first request. */
export const START_SNAPSHOT = 'start';

const NAME = /^[a-z0-9][a-z0-9._-]*$/;
const MAX_NAME_LENGTH = 60;
const MAX_NOTE_LENGTH = 500;
const NAME_RULE = `Use up to ${MAX_NAME_LENGTH} lowercase letters, digits, dots, hyphens and underscores, beginning with a letter or digit.`;

/** What a new snapshot is made from. */
export const NewSnapshot = z.strictObject({
  name: z
    .string({ error: 'Name the snapshot.' })
    .min(1, { error: 'Name the snapshot.', abort: true })
    .max(MAX_NAME_LENGTH, NAME_RULE)
    .regex(NAME, NAME_RULE)
    .refine((name) => name !== START_SNAPSHOT, `“${START_SNAPSHOT}” is kept for the state at the start.`),
  note: z
    .string({ error: 'The note is text.' })
    .trim()
    .max(MAX_NOTE_LENGTH, `A note has at most ${MAX_NOTE_LENGTH} characters.`)
    .default(''),
});
export type NewSnapshot = z.output<typeof NewSnapshot>;

/** Whether a text can name a snapshot, `start` included. */
export function isSnapshotName(text: string): boolean {
  return NAME.test(text) && text.length <= MAX_NAME_LENGTH;
}

/** Refuses a name that another snapshot has. */
export function nameTaken(): Invalid {
  return new Invalid({
    name: ['There is a snapshot of this name already. Choose another, or delete it first.'],
  });
}
