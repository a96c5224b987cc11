import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { BuildContext } from '../queue/build-context.ts';
import { changedInput, type Inputs } from './environment-inputs.ts';
import { copyTree } from './file-trees.ts';
import { readSourceTimes, type Sources, writeSourceTimes } from './source-times.ts';
import { isUnwatched, isWithin } from './unwatched-files.ts';

/** What the builder of a version works with. */
export type FastRebuildOptions = {
  /** The folder of conf.py, relative to the checkout. */
  readonly folder: string;
  /** conf.py and the configuration file, relative to the checkout. */
  readonly files: readonly string[];
  /** What identifies the environment, with the builder's version. */
  readonly environment: string;
  /** The builder's options. */
  readonly options: readonly string[];
  /** The folders that the builder goes on from, in the checkout. */
  readonly doctrees: string;
  readonly output: string;
  /** Called once it is certain that the builder goes on from them. */
  readonly onFast: () => void;
};

const State = z.object({ build: z.int(), inputs: z.record(z.string(), z.string()) });
type State = z.infer<typeof State>;

/**
 * What a version keeps of its builder's work for a fast rebuild: doctrees and output, as they were right after it. They
 * are copied both ways, so that neither a job that changes pages nor a build that fails reaches the next one.
 */
export class FastRebuild {
  readonly #context: BuildContext;
  readonly #options: FastRebuildOptions;
  readonly #folder: string;
  readonly #own: string;
  readonly #sources: Sources;
  #inputs: Inputs = {};

  constructor(context: BuildContext, own: string, sources: Sources, options: FastRebuildOptions) {
    this.#context = context;
    this.#options = options;
    this.#own = own;
    this.#folder = join(own, 'fast');
    this.#sources = sources;
  }

  /** Puts back what the last build left, if the builder may go on from it, and notes that or why not. */
  async restore(): Promise<void> {
    this.#inputs = await this.#readInputs();
    if (this.#context.keeping?.isFromScratch) return;
    const state = await this.#readState();
    if (state === undefined) return;
    const reason = changedInput(state.inputs, this.#inputs) ?? (await this.#removedFile());
    if (reason !== undefined || !(await this.#copyBack())) {
      const why = `${reason ?? 'What is kept could not be read'} since build ${state.build}.`;
      this.#context.note('Fast rebuild: everything is built', why);
      return;
    }
    this.#options.onFast();
    this.#context.note(
      `Fast rebuild: it goes on from build ${state.build}`,
      'Only what has changed since is read and written, and all pages when a title or a table of contents changed. "Build from scratch" builds everything.',
    );
  }

  /** Keeps what the builder has made; call it before anything else changes it. */
  async keep(): Promise<void> {
    const { doctrees, output } = this.#options;
    const next = `${this.#folder}.new`;
    try {
      await this.#remove();
      mkdirSync(next, { recursive: true, mode: 0o700 });
      await Promise.all([copyTree(doctrees, join(next, 'doctrees')), copyTree(output, join(next, 'output'))]);
      await writeSourceTimes(this.#own, this.#sources);
      const state: State = { build: this.#context.queuedBuild.build.id, inputs: this.#inputs };
      await writeFile(join(next, 'state.json'), JSON.stringify(state), { mode: 0o600 });
      await rename(next, this.#folder);
    } catch {
      // A full disk for instance: the build itself needs nothing of this.
      await this.#remove();
    }
  }

  async #readState(): Promise<State | undefined> {
    try {
      return State.parse(JSON.parse(await readFile(join(this.#folder, 'state.json'), 'utf8')));
    } catch {
      return undefined;
    }
  }

  async #readInputs(): Promise<Inputs> {
    const { folders, env, queuedBuild } = this.#context;
    const { folder, files, environment, options } = this.#options;
    const contents = await Promise.all(
      files.map(
        async (path) => [path, digest(await readFile(join(folders.checkout, path)).catch(() => ''))] as const,
      ),
    );
    const variables = Object.entries(env).filter(([name]) => !/^(?:READTHEDOCS|GIT_)/.test(name));
    const { listing } = this.#sources;
    const code = [...listing].filter(([path]) => isUnwatched(path, folder) && !files.includes(path));
    return {
      ...Object.fromEntries(contents),
      'The environment': environment,
      'The options of the builder': digest(JSON.stringify(options)),
      'The variables of the project': digest(JSON.stringify(variables.sort())),
      'The folder of the build': folders.checkout,
      'The address of the documentation (READTHEDOCS_CANONICAL_URL)': queuedBuild.docsUrl,
      ...Object.fromEntries(code),
    };
  }

  /** Says which file of the documentation is gone: the builder would leave its page. */
  async #removedFile(): Promise<string | undefined> {
    const { folder } = this.#options;
    const before = await readSourceTimes(this.#own);
    const removed = [...before.keys()].find(
      (path) => isWithin(path, folder) && !this.#sources.listing.has(path),
    );
    return removed === undefined ? undefined : `${removed} was removed`;
  }

  async #copyBack(): Promise<boolean> {
    const { doctrees, output } = this.#options;
    if (existsSync(doctrees) || existsSync(output)) return false;
    try {
      for (const each of [doctrees, output]) mkdirSync(dirname(each), { recursive: true });
      await Promise.all([
        copyTree(join(this.#folder, 'doctrees'), doctrees),
        copyTree(join(this.#folder, 'output'), output),
      ]);
      return true;
    } catch {
      for (const each of [doctrees, output]) await rm(each, { recursive: true, force: true });
      return false;
    }
  }

  async #remove(): Promise<void> {
    for (const each of [this.#folder, `${this.#folder}.new`])
      await rm(each, { recursive: true, force: true });
  }
}

function digest(value: string | Buffer): string {
  return createHash('sha256').update(value).digest('hex');
}
