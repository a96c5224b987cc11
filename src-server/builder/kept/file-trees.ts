import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { runProgram } from '../process/run-program.ts';

const COPY_PROGRAM = '/bin/cp';
const COPY_MS = 600_000;
const CONCURRENCY = 64;

/**
 * Copies a folder with its times and modes to a place that is free. Never by hard links: builds run untrusted code, which
 * could write through a link into what other builds use (safety S12).
 */
export async function copyTree(from: string, to: string, signal?: AbortSignal): Promise<void> {
  if (process.platform !== 'win32' && existsSync(COPY_PROGRAM)) {
    const { exitCode, failure, stderr } = await runProgram(COPY_PROGRAM, ['-a', from, to], {
      timeout: COPY_MS,
      signal,
    });
    if (failure === 'aborted') throw new DOMException('Aborted.', 'AbortError');
    if (exitCode === 0) return;
    throw new Error(`A folder could not be copied: ${stderr.trim().split('\n').at(-1)}`);
  }
  await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

/** How many entries are looked at before other work has its turn. */
const ENTRIES_AT_ONCE = 400;

/**
 * Returns a digest of the names, sizes, times and links of a tree, which tells whether anything in it was changed; a time
 * of the last change cannot be set back. Compiled modules do not count: Python writes them when it first needs them.
 */
export async function treeDigest(folder: string): Promise<string> {
  const lines: string[] = [];
  const pending = [''];
  let seen = 0;
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    // Without a thread for each file, which would take longer than to copy them.
    for (const entry of readdirSync(join(folder, place), { withFileTypes: true })) {
      const path = join(place, entry.name);
      if (entry.name === '__pycache__') continue;
      if (entry.isDirectory()) pending.push(path);
      lines.push(entry.isDirectory() ? `${path}/` : describe(join(folder, path), path));
      seen += 1;
      if (seen % ENTRIES_AT_ONCE === 0) await setImmediate();
    }
  }
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

function describe(file: string, path: string): string {
  const found = lstatSync(file);
  if (found.isSymbolicLink()) return `${path} -> ${readlinkSync(file)}`;
  return `${path} ${found.size} ${Math.floor(found.mtimeMs)} ${Math.floor(found.ctimeMs)} ${found.mode}`;
}

/** Returns the regular files below a folder that contain a text and fit the filter, relative to it. */
export async function filesWith(
  folder: string,
  text: string,
  isWanted: (name: string) => boolean,
): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && isWanted(entry.name));
  const found = await mapInBatches(files, async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return (await readFile(path)).includes(text) ? [relative(folder, path)] : [];
  });
  return found.flat();
}

/** Replaces a path in text files below a folder, which keep their modes. */
export async function replaceInFiles(
  folder: string,
  names: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  await mapInBatches(names, async (name) => {
    const path = join(folder, name);
    // As bytes, since a script may have any encoding.
    const text = await readFile(path, 'latin1');
    const bytes = (words: string) => Buffer.from(words).toString('latin1');
    await writeFile(path, text.replaceAll(bytes(from), bytes(to)), 'latin1');
  });
}

/** Returns what identifies a file without reading it: its size and the time of its last change; '' when it is missing. */
export async function fileStamp(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? '' : `${found.size} ${Math.floor(found.mtimeMs)}`;
}

/** Maps many items, some at once. */
export async function mapInBatches<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += CONCURRENCY)
    results.push(...(await Promise.all(items.slice(at, at + CONCURRENCY).map(map))));
  return results;
}
