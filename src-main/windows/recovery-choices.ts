import { z } from 'zod';
import type { OpenFailure } from '../../src-server/host/recovery/recovery.ts';

/** Choice of the recovery window. */
export type RecoveryChoice =
  | 'continueReadable'
  | 'restoreNewest'
  | 'restoreOne'
  | 'restoreFile'
  | 'startEmpty'
  | 'otherFolder'
  | 'freePort'
  | 'otherPort'
  | 'again'
  | 'showFolder'
  | 'quit';

/** Choices for each failure, the safest first (safety R2, R6, R8, R9, R11). */
const CHOICES_BY_FAILURE: Readonly<Record<OpenFailure['kind'], readonly RecoveryChoice[]>> = {
  damaged: ['restoreNewest', 'restoreOne', 'restoreFile', 'startEmpty', 'otherFolder', 'showFolder', 'quit'],
  log: [
    'continueReadable',
    'restoreNewest',
    'restoreOne',
    'restoreFile',
    'startEmpty',
    'otherFolder',
    'showFolder',
    'quit',
  ],
  // Empty is not offered: the newer Lectern still reads this database.
  newer: ['restoreNewest', 'restoreOne', 'otherFolder', 'again', 'showFolder', 'quit'],
  // Files of another program are not ours to move.
  foreign: ['otherFolder', 'again', 'showFolder', 'quit'],
  held: ['again', 'otherFolder', 'quit'],
  port: ['again', 'freePort', 'otherPort', 'quit'],
  full: ['again', 'otherFolder', 'showFolder', 'quit'],
  folder: ['again', 'otherFolder', 'showFolder', 'quit'],
  other: ['again', 'otherFolder', 'showFolder', 'quit'],
};

/** Returns the choices for a failure; those that need a backup only when there is one. */
export function recoveryChoices(kind: OpenFailure['kind'], backups: number): readonly RecoveryChoice[] {
  return CHOICES_BY_FAILURE[kind].filter(
    (choice) => backups > 0 || (choice !== 'restoreNewest' && choice !== 'restoreOne'),
  );
}

/** A choice with what it needs, as the page sends it. */
export const RecoveryAction = z.discriminatedUnion('choice', [
  z.strictObject({
    choice: z.enum([
      'continueReadable',
      'restoreNewest',
      'restoreFile',
      'startEmpty',
      'otherFolder',
      'freePort',
      'again',
      'showFolder',
      'quit',
    ]),
  }),
  z.strictObject({ choice: z.literal('restoreOne'), name: z.string().max(200) }),
  z.strictObject({ choice: z.literal('otherPort'), port: z.int().min(1).max(65_535) }),
]);
export type RecoveryAction = z.output<typeof RecoveryAction>;
