import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isOutOfSpace, StorageFull } from '../model/base/problems.ts';

const GROUP_AND_OTHERS = 0o077;

/**
 * Reads a file that only its owner may read; undefined when there is none. Removes the permissions of others (safety S18),
 * which come from a copy or a restored backup; a refusal would only make people do it by hand.
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
 * Replaces the file as a whole: it always holds the old text or the new one, and the new one once this resolves. Creates a
 * missing folder for the owner alone. Not safe against a second writer of the same file.
 * Not write-file-atomic, which takes a write cut short by a full disk for a complete one and so loses the old text.
 * @throws StorageFull
 */
export async function replacePrivateFile(file: string, text: string): Promise<void> {
  // A fixed name, so that the next write replaces what a crash has left.
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

// Makes the rename durable; Windows does this by itself and cannot open a folder.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
