import { lstat, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { mapInBatches } from './file-trees.ts';

/** The files of a checkout by path: what identifies their content, such as git's id. */
export type SourceListing = ReadonlyMap<string, string>;

/** The files of a checkout, with what has changed since the build whose state is kept. */
export type Sources = {
  readonly listing: SourceListing;
  /** In milliseconds since 1970, by path. */
  readonly times: ReadonlyMap<string, number>;
};

const FILE = 'sources.json';
const Stored = z.record(z.string(), z.tuple([z.string(), z.number()]));

/** Returns what `git ls-tree -r -z` lists; submodules are identified by their commit. */
export function parseListing(output: string): SourceListing {
  return new Map(
    output.split('\0').flatMap((line) => {
      const tab = line.indexOf('\t');
      const [, , id = ''] = line.slice(0, tab).split(' ');
      return tab < 0 ? [] : [[line.slice(tab + 1), id] as const];
    }),
  );
}

/**
 * Gives files that are as they were in the build whose state is kept the times that they had then, since builders tell
 * by them what has changed, and a checkout writes all files. Call it before any command of the build.
 */
export async function restoreSourceTimes(
  own: string,
  checkout: string,
  listing: SourceListing,
): Promise<Sources> {
  const before = await readSourceTimes(own);
  const times = await mapInBatches([...listing], async ([path, id]) => {
    const file = join(checkout, path);
    const known = before.get(path);
    const found = await lstat(file).catch(() => undefined);
    if (!found?.isFile()) return [path, 0] as const;
    if (known?.[0] !== id) return [path, found.mtimeMs] as const;
    await utimes(file, known[1] / 1000, known[1] / 1000);
    return [path, known[1]] as const;
  });
  return { listing, times: new Map(times) };
}

/** Returns the files and times of the build whose state is kept. */
export async function readSourceTimes(own: string): Promise<ReadonlyMap<string, readonly [string, number]>> {
  try {
    return new Map(Object.entries(Stored.parse(JSON.parse(await readFile(join(own, FILE), 'utf8')))));
  } catch {
    return new Map();
  }
}

export async function writeSourceTimes(own: string, { listing, times }: Sources): Promise<void> {
  const entries = [...listing].map(([path, id]) => [path, [id, times.get(path) ?? 0]] as const);
  await writeFile(join(own, FILE), JSON.stringify(Object.fromEntries(entries)), { mode: 0o600 });
}
