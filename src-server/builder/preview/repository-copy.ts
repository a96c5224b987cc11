import { mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitOptions, git } from '../git/git.ts';

const TIMEOUT_MS = 60_000;
/** Nothing that the settings of a folder name is run. */
const SAFE = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

/**
 * Gives a copy of a working tree the history of its repository, which tells extensions versions and dates. It is made
 * outside of the copy each time the commit changes: what a build did to the copy's own is never run by git here.
 */
export class RepositoryCopy {
  readonly #source: string;
  readonly #checkout: string;
  readonly #work: string;
  #commit = '';

  /** @param work a folder of its own */
  constructor(source: string, checkout: string, work: string) {
    this.#source = source;
    this.#checkout = checkout;
    this.#work = work;
  }

  /** Brings it up to date; returns the commit, or '' without one. @throws DOMException AbortError */
  async update(signal: AbortSignal): Promise<string> {
    const options: GitOptions = { cwd: this.#source, timeout: TIMEOUT_MS, signal };
    try {
      const commit = (await git([...SAFE, 'rev-parse', '--verify', 'HEAD'], options)).trim();
      if (commit !== this.#commit) await this.#copy(options);
      this.#commit = commit;
    } catch (error) {
      if (error instanceof DOMException) throw error;
      // Neither a repository nor a commit is needed to build a folder.
      this.#commit = '';
    }
    return this.#commit;
  }

  async #copy(options: GitOptions): Promise<void> {
    const folder = join(this.#work, 'clone');
    await rm(folder, { recursive: true, force: true });
    mkdirSync(this.#work, { recursive: true, mode: 0o700 });
    const flags = ['--quiet', '--shared', '--no-checkout', '--template='];
    await git([...SAFE, 'clone', ...flags, '--', this.#source, folder], { ...options, cwd: this.#work });
    await git([...SAFE, 'read-tree', 'HEAD'], { ...options, cwd: folder });
    const target = join(this.#checkout, '.git');
    await rm(target, { recursive: true, force: true });
    await rename(join(folder, '.git'), target);
    await rm(folder, { recursive: true, force: true });
  }
}
