import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Problem } from '../../model/base/problems.ts';
import { createFileIntake, IGNORED_NAMES, MAX_KIT_BYTES, type ReadFiles } from './kit-limits.ts';

/** The ending of a kit in one file. */
export const KIT_ZIP = '.lectern-kit.zip';

/** Reads a kit from a folder or a `.lectern-kit.zip`. @throws Problem when there is none */
export async function readKitFiles(path: string): Promise<ReadFiles> {
  const found = statOf(path);
  if (found.isDirectory()) return readKitFolder(path);
  if (found.size > MAX_KIT_BYTES) throw new Problem(`${path} is too large for a kit.`);
  const { readKitZip } = await import('./read-kit-zip.ts');
  return readKitZip(readWhole(path), basename(path));
}

/** Reads a kit from a folder. Follows no link. */
export function readKitFolder(root: string): ReadFiles {
  const intake = createFileIntake();
  readFolder(root, '', intake);
  return intake.result();
}

function readFolder(root: string, folder: string, intake: ReturnType<typeof createFileIntake>): void {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (IGNORED_NAMES.has(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) readFolder(root, path, intake);
    else if (!entry.isFile()) intake.refuseLink(path);
    else if (intake.accepts(path, lstatSync(join(root, path)).size))
      intake.add(path, readWhole(join(root, path)));
    if (intake.isFull()) return;
  }
}

function statOf(path: string) {
  try {
    return lstatSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(
      code === 'ENOENT'
        ? `There is no kit ${path}. "kit list" names the built-in ones.`
        : `${path} cannot be read (${code}).`,
    );
  }
}

/** Reads a file that is no link, even if it has become one meanwhile. */
function readWhole(path: string): Uint8Array {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const bytes = Buffer.alloc(Math.min(fstatSync(descriptor).size, MAX_KIT_BYTES));
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, null);
      length += count;
      if (count === 0 || length === bytes.length) return bytes.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}
