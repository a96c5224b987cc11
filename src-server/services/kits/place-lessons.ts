import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the lessons of a kit where the list of lessons finds them; a lesson of the same name is replaced. Returns what
 * brings the folder back to what it was.
 */
export function placeLessons(
  folder: string,
  lessons: ReadonlyMap<string, string>,
): { readonly discard: () => void } {
  const before = new Map<string, string | undefined>();
  if (lessons.size > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of lessons) {
    const file = join(folder, name);
    before.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    writeFileSync(file, text, { mode: 0o600 });
  }
  return {
    discard() {
      for (const [file, text] of before) {
        if (text === undefined) rmSync(file, { force: true });
        else writeFileSync(file, text, { mode: 0o600 });
      }
    },
  };
}
