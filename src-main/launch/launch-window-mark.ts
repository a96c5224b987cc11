import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** File that the application creates once it has shown a window. */
export type WindowMark = {
  /** Environment variables that tell the application where. */
  readonly env: Readonly<Record<string, string>>;
  readonly wasShown: () => boolean;
  readonly remove: () => void;
};

/** Makes a place for the mark: an exit code alone does not say whether a program ever got as far as a window. */
export function createWindowMark(): WindowMark {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-start-'));
  const path = join(folder, 'window');
  return {
    env: { LECTERN_WINDOW_MARK: path },
    wasShown: () => existsSync(path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
