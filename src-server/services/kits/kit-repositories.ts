import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { KitRepository } from '../../model/kits/kit.ts';
import { writeRepository } from '../../model/kits/write-repository.ts';

/** Where the repositories of kits are made, and by what. */
export type KitEnvironment = {
  /** A folder of the data folder. */
  readonly folder: string;
  /** Where the list of lessons finds those of kits. */
  readonly lessons: string;
  /** Tells whether this computer has a program that builds documentation. */
  readonly hasProgram: (command: string) => Promise<boolean>;
  /** Makes a repository in a folder that does not exist yet. */
  readonly makeRepository: (folder: string, repository: KitRepository) => Promise<void>;
};

/** Repositories that were made and do not belong to the data yet. */
export type MadeRepositories = {
  readonly pathOf: (name: string) => string;
  /** Lets them stay: the projects that use them are in the database. */
  readonly keep: () => void;
  readonly discard: () => void;
};

/** Holds each repository as the kit had it, so that a kit can be made of the data again. */
export const KIT_SOURCES = '.kit';

/** Says beside the sources which projects a script plays where a program is missing. */
const PLAYED_FILE = 'played-without.json';

/** By the slug of a project: the script that plays its builds, the program, and whether it was missing on loading. */
const PlayedWithout = z.record(
  z.string(),
  z.object({ builder: z.string(), program: z.string(), isPlayed: z.boolean() }),
);
export type PlayedWithout = z.output<typeof PlayedWithout>;

/** Repositories that are made at once: git mostly waits for the disk and for its own start. */
const AT_ONCE = 4;

/** Marks a folder whose projects may not be in the database. */
const UNFINISHED = '.unfinished';

/** Makes the repositories of a kit in a new folder. Until `keep`, a start that finds no project of it removes it. */
export async function makeRepositories(
  { folder, makeRepository }: KitEnvironment,
  name: string,
  repositories: readonly KitRepository[],
  playedWithout: PlayedWithout,
): Promise<MadeRepositories> {
  const place = newPlace(folder, name);
  const discard = () => rmSync(place, { recursive: true, force: true });
  if (repositories.length > 0) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    writeFileSync(join(place, UNFINISHED), '');
  }
  try {
    for (let at = 0; at < repositories.length; at += AT_ONCE)
      await settled(repositories.slice(at, at + AT_ONCE).map(makeOne));
    if (repositories.length > 0 && Object.keys(playedWithout).length > 0)
      writeFileSync(join(place, KIT_SOURCES, PLAYED_FILE), JSON.stringify(playedWithout));
  } catch (error) {
    discard();
    throw error;
  }
  async function makeOne(repository: KitRepository): Promise<void> {
    for (const [path, bytes] of writeRepository(repository)) {
      const file = join(place, KIT_SOURCES, repository.name, path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, bytes);
    }
    await makeRepository(join(place, repository.name), repository);
  }

  return {
    pathOf: (repository) => join(place, repository),
    keep: () => rmSync(join(place, UNFINISHED), { force: true }),
    discard,
  };
}

/** Reads which projects of a kit are played without a program, beside one of its repositories; undefined where none are. */
export function readPlayedWithout(repository: string): PlayedWithout | undefined {
  const file = join(dirname(repository), KIT_SOURCES, PLAYED_FILE);
  return existsSync(file) ? PlayedWithout.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Waits for all, so that none still writes when the folder is removed. @throws the first failure */
async function settled(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Removes what loading that was cut off has left, and keeps what the data uses. */
export function finishInterruptedLoads(folder: string, repositoryUrls: () => readonly string[]): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = join(folder, entry.name);
    const marker = join(place, UNFINISHED);
    // A kill may come between the folder and its marker.
    const isEmpty = entry.isDirectory() && readdirSync(place).length === 0;
    if (!isEmpty && !existsSync(marker)) continue;
    if (repositoryUrls().some((url) => url.startsWith(place))) rmSync(marker, { force: true });
    else rmSync(place, { recursive: true, force: true });
  }
}

function newPlace(folder: string, name: string): string {
  const base =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'kit';
  for (let number = 1; ; number++) {
    const place = join(folder, number === 1 ? base : `${base}-${number}`);
    if (!existsSync(place)) return place;
  }
}
