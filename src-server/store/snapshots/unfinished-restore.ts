import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../file/data-folder.ts';
import { KeptPages } from './stored-pages.ts';

const Note = z.object({
  /** The id of the journal's entry of this restore, which exists once it is committed. */
  entry: z.int(),
  /** What is put in place; null for a backup, which has pages alone. */
  snapshot: z.string().nullable(),
  /** The pages that belong to the restored data. */
  pages: z.array(KeptPages),
});
type Note = z.output<typeof Note>;

/**
 * Remembers a restore until the pages are in place, so that a start after a crash can finish it. The database is
 * restored in one transaction; its pages are moved after that.
 */
export function unfinishedRestore(folder: string) {
  const file = join(folder, 'restoring.json');
  return {
    write: (note: Note): void => writePrivateFile(file, JSON.stringify(note)),
    clear: (): void => rmSync(file, { force: true }),
    read(): Note | undefined {
      if (!existsSync(file)) return undefined;
      try {
        return Note.parse(JSON.parse(readFileSync(file, 'utf8')));
      } catch {
        return undefined;
      }
    },
  };
}
