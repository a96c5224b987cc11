import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mirrorPages, replace } from './mirror-pages.ts';

/** Where Sphinx keeps what it knows of its sources, below the folder of conf.py. */
const DOCTREES = '_build/doctrees';
const SPHINX_STATE = 'environment.pickle';

/**
 * Keeps what the last good build left, since the next one continues there. A build that failed or was cut off has pages
 * and a state that do not fit together: its builder would take half-written pages for finished, and say an error of an
 * unchanged file only once.
 */
export class KeptOutput {
  readonly #pages: string;
  readonly #state: string;
  #hasPages = false;
  #sphinxFolder: string | undefined;

  /** @param pages the published pages @param state a folder of its own */
  constructor(pages: string, state: string) {
    this.#pages = pages;
    this.#state = state;
  }

  /** Publishes the pages and keeps the builder's state. `sphinxFolder` is the one of conf.py, if it was Sphinx. */
  async keep(html: string, sphinxFolder: string | undefined): Promise<void> {
    await mirrorPages(html, this.#pages);
    this.#hasPages = true;
    this.#sphinxFolder = sphinxFolder;
    if (sphinxFolder === undefined) return;
    await replace(join(sphinxFolder, DOCTREES, SPHINX_STATE), join(this.#state, SPHINX_STATE));
  }

  /** Brings back what the last good build left, or leaves nothing. */
  async restore(output: string, sphinxFolder: string | undefined): Promise<void> {
    const html = join(output, 'html');
    if (this.#hasPages) await mirrorPages(this.#pages, html);
    else await rm(html, { recursive: true, force: true });
    if (sphinxFolder === undefined) return;
    const doctrees = join(sphinxFolder, DOCTREES);
    const kept = join(this.#state, SPHINX_STATE);
    if (this.#sphinxFolder === sphinxFolder) {
      await rm(join(doctrees, SPHINX_STATE), { force: true });
      // A builder that keeps no state has none to bring back.
      await cp(kept, join(doctrees, SPHINX_STATE), { preserveTimestamps: true }).catch(() => {});
    } else await rm(doctrees, { recursive: true, force: true });
  }

  /** Lets the next build begin from nothing. */
  async forget(output: string, sphinxFolder: string | undefined): Promise<void> {
    this.#sphinxFolder = undefined;
    await rm(join(output, 'html'), { recursive: true, force: true });
    if (sphinxFolder !== undefined) await rm(join(sphinxFolder, '_build'), { recursive: true, force: true });
  }
}
