import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How many files are measured at once. */
const CONCURRENCY = 64;

/**
 * Returns the size of all files below a folder, in bytes; 0 when it is missing. Files removed meanwhile count 0.
 * @throws DOMException AbortError when aborted
 */
export async function folderBytes(folder: string, signal: AbortSignal): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  for (let at = 0; at < files.length; at += CONCURRENCY) {
    signal.throwIfAborted();
    const batch = files
      .slice(at, at + CONCURRENCY)
      .map(({ parentPath, name }) => sizeOf(join(parentPath, name)));
    for (const size of await Promise.all(batch)) bytes += size;
  }
  return bytes;
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
