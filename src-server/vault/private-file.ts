import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isOutOfSpace, StorageFull } from '../model/base/problems.ts';

const GROUP_AND_OTHERS = 0o077;

/**
 * The text of a file that only its owner may read; undefined when there is none. Rights that others have are taken
 * away (safety S18): they come from a copy or a restored backup, and to refuse would only make people do it by hand.
 */
export async function readPrivateFile(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    const { mode } = await handle.stat();
    if (process.platform !== 'win32' && (mode & GROUP_AND_OTHERS) !== 0) await handle.chmod(0o600);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/**
 * Replaces the file as a whole: whatever happens, it holds the old text or the new one, and the new one once this
 * resolves. A missing folder is made for the owner alone. Not safe against a second writer of the same file.
 * Not write-file-atomic: that takes a write cut short by a full disk for a whole one and so loses the old text.
 * @throws StorageFull
 */
export async function replacePrivateFile(file: string, text: string): Promise<void> {
  // One fixed name, so that the next write takes the place of what a crash has left.
  const partial = `${file}.partial`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeDurably(partial, text);
    await rename(partial, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw isOutOfSpace(error) ? new StorageFull() : error;
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// Makes the rename durable; Windows does so by itself and cannot open a folder.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
