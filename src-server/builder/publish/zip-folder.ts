import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Packs the files of a folder, without links, into a new zip, below one top folder (safety S15). */
export async function zipFolder(folder: string, target: string, top: string): Promise<void> {
  const zip = new ZipFile();
  const broken = once(zip, 'error').then(([error]) => Promise.reject(error));
  const written = pipeline(zip.outputStream, createWriteStream(target, { flags: 'wx', mode: 0o644 }));
  await add(zip, folder, top);
  zip.end();
  await Promise.race([written, broken]);
}

async function add(zip: ZipFile, folder: string, path: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const [from, to] = [join(folder, entry.name), `${path}/${entry.name}`];
    if (entry.isDirectory()) await add(zip, from, to);
    else if (entry.isFile()) zip.addFile(from, to);
  }
}
