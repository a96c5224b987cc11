import { Conflict } from '../../model/base/problems.ts';
import { DamagedDatabase, NewerDatabase, NotOurDatabase } from '../file/database-problems.ts';
import { isCorruption } from '../file/integrity.ts';

/** What a refusal calls a saved state, and what to do about one that is damaged. */
export type SavedStateText = { readonly label: string; readonly remedy: string };

/** Says of errors about a saved state that they are about that, not about the open data. @throws Conflict */
export function orConflict<T>(saved: SavedStateText, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asConflict(saved, error);
  }
}

/** Returns the refusal of a saved state that cannot be restored; any other error as it is. */
export function asConflict({ label, remedy }: SavedStateText, error: unknown): unknown {
  const reason = describe(error, remedy);
  return reason === undefined ? error : new Conflict(`${label} ${reason} Your data is unchanged.`);
}

function describe(error: unknown, remedy: string): string | undefined {
  const damaged = (finding: string) => `is damaged (${finding}). ${remedy}`;
  if (error instanceof NewerDatabase) {
    const { found, supported } = error;
    return `was written by a newer Lectern (schema ${found}; this one knows ${supported}). Restore it with a newer Lectern.`;
  }
  if (error instanceof NotOurDatabase) return damaged('it is not of Lectern');
  if (error instanceof DamagedDatabase) return damaged(error.findings[0] ?? '');
  if (isCorruption(error)) return damaged('parts of it cannot be read');
  return undefined;
}
