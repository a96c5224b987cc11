import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BuildContext } from '../queue/build-context.ts';
import { changedInput, type Inputs } from './environment-inputs.ts';
import { copyTree, treeDigest } from './file-trees.ts';

const DAY_MS = 86_400_000;
const Kept = z.object({
  /** The build that made it. */
  build: z.int(),
  created: z.number(),
  /** Its full Python version; null where it is unknown. */
  python: z.string().nullable(),
  inputs: z.record(z.string(), z.string()),
  digest: z.string(),
});
export type KeptEnvironment = z.infer<typeof Kept>;

/**
 * The environment that a version keeps. What a build changes in it never reaches a later build: a build with jobs gets a
 * copy, and one without gets the environment itself, which is kept on only if nothing in it was changed.
 */
export class EnvironmentKeeper {
  readonly #context: BuildContext;
  readonly #inputs: Inputs;
  readonly #folder: string;
  readonly #days: number;
  readonly #isFromScratch: boolean;
  readonly #isChanged: boolean;

  constructor(
    context: BuildContext,
    own: string,
    inputs: Inputs,
    options: {
      readonly days: number;
      readonly isFromScratch: boolean;
      /** Whether steps of the build change the environment. */
      readonly isChanged: boolean;
    },
  ) {
    this.#context = context;
    this.#inputs = inputs;
    this.#folder = own;
    this.#days = options.days;
    this.#isFromScratch = options.isFromScratch;
    this.#isChanged = options.isChanged;
  }

  /** Puts the kept environment into the build if it can be used, and notes that or why not. */
  async restore(): Promise<KeptEnvironment | undefined> {
    if (this.#isFromScratch) return undefined;
    const kept = await this.#read();
    if (kept === undefined) return undefined;
    const reason = this.#reasonAgainst(kept) ?? (await this.#putBack(kept));
    if (reason !== undefined) {
      this.#context.note('A new environment is made', `${reason} since build ${kept.build}.`);
      return undefined;
    }
    this.#context.note(
      `The environment of build ${kept.build} is used again`,
      'Its Python, its requirements and everything else that decides what is installed have not changed since. "Build from scratch" makes a new one.',
    );
    return kept;
  }

  /** Keeps the environment that the build has just made. */
  async keep(python: string | undefined): Promise<KeptEnvironment | undefined> {
    const { folders, queuedBuild, stop } = this.#context;
    if (!existsSync(folders.environment)) return undefined;
    const place = join(this.#folder, 'environment');
    const next = `${place}.new`;
    try {
      await this.remove();
      await copyTree(folders.environment, next, stop);
      await rename(next, place);
      const kept: KeptEnvironment = {
        ...{ build: queuedBuild.build.id, created: Date.now(), python: python ?? null },
        ...{ inputs: this.#inputs, digest: await treeDigest(place) },
      };
      await writeFile(`${place}.json`, JSON.stringify(kept), { mode: 0o600 });
      return kept;
    } catch (error) {
      // A full disk for instance: the build itself needs nothing of this.
      await this.remove();
      if (stop.aborted) throw error;
      return undefined;
    }
  }

  async remove(): Promise<void> {
    const place = join(this.#folder, 'environment');
    for (const path of [`${place}.json`, place, `${place}.new`])
      await rm(path, { recursive: true, force: true });
  }

  async #read(): Promise<KeptEnvironment | undefined> {
    try {
      return Kept.parse(JSON.parse(await readFile(join(this.#folder, 'environment.json'), 'utf8')));
    } catch {
      return undefined;
    }
  }

  #reasonAgainst({ created, inputs }: KeptEnvironment): string | undefined {
    const age = Date.now() - created;
    if (age > this.#days * DAY_MS || age < 0)
      return `More than ${this.#days === 1 ? 'a day has' : `${this.#days} days have`} passed`;
    return changedInput(inputs, this.#inputs);
  }

  async #putBack(kept: KeptEnvironment): Promise<string | undefined> {
    const { folders, stop } = this.#context;
    const place = join(this.#folder, 'environment');
    if (existsSync(folders.environment)) return 'A job has made another one';
    try {
      if ((await treeDigest(place)) !== kept.digest) return 'The files of the environment changed';
      if (this.#isChanged) await copyTree(place, folders.environment, stop);
      else await this.#lend(place, kept);
      return undefined;
    } catch (error) {
      if (stop.aborted) throw error;
      await rm(folders.environment, { recursive: true, force: true });
      return 'The environment became unreadable';
    }
  }

  /** Moves the environment into the build, and back after it if nothing has changed it. A build that is cut off loses it. */
  async #lend(place: string, kept: KeptEnvironment): Promise<void> {
    const { folders, keeping } = this.#context;
    await rm(`${place}.json`, { force: true });
    await rename(place, folders.environment);
    keeping?.atEnd(async () => {
      if ((await treeDigest(folders.environment)) !== kept.digest) return;
      await rename(folders.environment, place);
      await writeFile(`${place}.json`, JSON.stringify(kept), { mode: 0o600 });
    });
  }
}
