import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where an application without a terminal says what happened. */
export type LogFile = { readonly path: string; readonly write: (line: string) => void };

const MAX_BYTES = 1_000_000;

/** A log for the owner alone; a long one of earlier is kept as `lectern.1.log`. A full disk silences it. */
export function openLog(folder: string, now: () => Date = () => new Date()): LogFile {
  const path = join(folder, 'lectern.log');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) {
      renameSync(path, join(folder, 'lectern.1.log'));
    }
  } catch {
    // Then the lines go where they can.
  }
  return {
    path,
    write(line) {
      try {
        appendFileSync(path, `${now().toISOString()} ${line}\n`, { mode: 0o600 });
      } catch {
        // Nothing that is logged is worth stopping for.
      }
    },
  };
}
