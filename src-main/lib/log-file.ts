import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Log of an application without a terminal. */
export type LogFile = { readonly path: string; readonly write: (line: string) => void };

const MAX_BYTES = 1_000_000;

/** Opens a log that its owner alone can read; moves an old long one to `lectern.1.log`. Ignores a full disk. */
export function openLog(folder: string, now: () => Date = () => new Date()): LogFile {
  const path = join(folder, 'lectern.log');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) {
      renameSync(path, join(folder, 'lectern.1.log'));
    }
  } catch {
    // Lines then go to the terminal, if there is one.
  }
  return {
    path,
    write(line) {
      try {
        appendFileSync(path, `${now().toISOString()} ${line}\n`, { mode: 0o600 });
      } catch {
        // A line that cannot be logged must not stop the application.
      }
    },
  };
}
