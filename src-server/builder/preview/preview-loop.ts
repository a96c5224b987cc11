import type { PreviewProgress } from '../../model/previews/preview.ts';
import type { PreviewJob } from '../../services/previews/previews.ts';
import { BuildStopped } from '../queue/build-problem.ts';
import type { PreviewBuilder, PreviewBuildOptions, PreviewOutcome } from './preview-builder.ts';
import { remainingProblems } from './remaining-problems.ts';
import type { SourceChanges } from './source-copy.ts';
import { FolderGone, FolderTooLarge } from './source-files.ts';
import { type FolderWatch, watchFolder } from './watch-folder.ts';

export type PreviewLoopOptions = {
  readonly job: PreviewJob;
  readonly builder: PreviewBuilder;
  /** Reads settings and variables, which may change. */
  readonly buildOptions: (job: PreviewJob) => Promise<Omit<PreviewBuildOptions, 'signal'>>;
  readonly log: (line: string) => void;
};

/** A save is often several changes of files; this long nothing must follow, in milliseconds. */
const QUIET_MS = 20;
/** A stream of changes is built at last after this long. */
const MAX_QUIET_MS = 200;
/**
 * Saves cut builds off for this long after the first one of them, or twice as long as a build takes; then one runs to its
 * end, so that a stream of saves shows pages now and then.
 */
const MAX_CUT_OFF_MS = 4000;
/** How often a folder that is gone is looked for. */
const GONE_MS = 1000;
const NO_CHANGES: SourceChanges = { changed: [], removed: [], leftOut: [] };

const GONE = 'The folder is not there any more, or cannot be read. The preview continues when it is back.';

/** Builds a preview at its start and at each save, until it is stopped; the newest save wins. */
export class PreviewLoop {
  readonly #options: PreviewLoopOptions;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  /** When the first change came that no build has; undefined for none. */
  #changedAt: number | undefined;
  #lastChangeAt = 0;
  #isForced = true;
  /** Since when builds have been cut off without one that ended. */
  #cutOffSince: number | undefined;
  #lastMilliseconds = 0;
  #build: AbortController | undefined;
  #check: Promise<void> | undefined;
  #wake = () => {};
  #outcome: PreviewOutcome | undefined;

  constructor(options: PreviewLoopOptions) {
    this.#options = options;
    this.#done = this.#run().catch((error: unknown) => this.#fail(error));
  }

  rebuild(): void {
    this.#isForced = true;
    this.#changed();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#build?.abort();
    this.#wake();
    await this.#done;
    await this.#check;
  }

  #changed(): void {
    const now = performance.now();
    this.#changedAt ??= now;
    this.#lastChangeAt = now;
    if (this.#build && !this.#build.signal.aborted) this.#check ??= this.#cutOff().finally(this.#checked);
    this.#wake();
  }

  #checked = (): void => {
    this.#check = undefined;
  };

  /** Cuts the running build off where it would show what is no longer there. */
  async #cutOff(): Promise<void> {
    const { builder } = this.#options;
    await this.#quiet();
    this.#cutOffSince ??= performance.now();
    if (performance.now() - this.#cutOffSince > Math.max(MAX_CUT_OFF_MS, 2 * this.#lastMilliseconds)) return;
    const build = this.#build;
    try {
      if (this.#isForced || (await builder.copy.isStale(this.#stopping.signal))) build?.abort();
    } catch {
      // The next update says what is wrong with the folder.
      build?.abort();
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let watch: FolderWatch | undefined;
    try {
      let pending = NO_CHANGES;
      while (!signal.aborted) {
        watch ??= await this.#openWatch();
        await this.#nextChange();
        if (signal.aborted) break;
        const isForced = this.#isForced;
        this.#isForced = false;
        this.#changedAt = undefined;
        const savedAt = performance.now();
        try {
          const changes = await this.#options.builder.copy.update(signal);
          pending = join(pending, changes);
          if (!isForced && isEmpty(pending)) continue;
          if (await this.#buildOnce(pending, savedAt)) {
            pending = NO_CHANGES;
            // The watcher may leave out an event of several in a row.
            if (await this.#options.builder.copy.isStale(signal)) this.#changed();
          }
          // A build that was cut off has to be repeated, even if the save that did it was undone.
          else this.#isForced = true;
        } catch (error) {
          if (signal.aborted) break;
          if (error instanceof FolderTooLarge) {
            this.#options.job.report({ state: 'failed', problems: [], error: error.message });
            continue;
          }
          if (!(error instanceof FolderGone)) throw error;
          await watch?.close();
          watch = undefined;
          await this.#waitForFolder();
        }
      }
    } finally {
      await watch?.close();
    }
  }

  async #openWatch(): Promise<FolderWatch> {
    const { job, log } = this.#options;
    const onChange = () => this.#changed();
    return watchFolder({ folder: job.folder, onChange, log, signal: this.#stopping.signal });
  }

  /** Builds once; returns whether the build ran to its end. */
  async #buildOnce(changes: SourceChanges, savedAt: number): Promise<boolean> {
    const { job, builder, buildOptions } = this.#options;
    const build = new AbortController();
    this.#build = build;
    try {
      job.report({ state: 'building' });
      const options = await buildOptions(job);
      const stop = AbortSignal.any([build.signal, this.#stopping.signal]);
      const outcome = await builder.build(job.build(), changes, { ...options, signal: stop });
      this.#cutOffSince = undefined;
      this.#report(outcome, changes, performance.now() - savedAt);
      return true;
    } catch (error) {
      if (!(error instanceof BuildStopped)) throw error;
      return false;
    } finally {
      this.#build = undefined;
    }
  }

  #report(outcome: PreviewOutcome, changes: SourceChanges, milliseconds: number): void {
    const problems = remainingProblems(this.#outcome, outcome, changes);
    this.#outcome = { ...outcome, problems };
    const { success, error, output } = outcome;
    const progress: PreviewProgress = { state: success ? 'ready' : 'failed', problems, error, output };
    const time = Math.round(milliseconds);
    this.#lastMilliseconds = milliseconds;
    this.#options.job.report({ ...progress, ...(success && { isPublished: true, milliseconds: time }) });
  }

  /** Resolves once there is something to build and nothing follows at once. */
  async #nextChange(): Promise<void> {
    while (this.#changedAt === undefined && !this.#isForced && !this.#stopping.signal.aborted)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    await this.#quiet();
  }

  async #quiet(): Promise<void> {
    const begin = this.#changedAt ?? 0;
    while (!this.#stopping.signal.aborted) {
      const now = performance.now();
      const end = Math.min(this.#lastChangeAt + QUIET_MS, begin + MAX_QUIET_MS);
      if (now >= end) return;
      await pause(end - now, this.#stopping.signal);
    }
  }

  async #waitForFolder(): Promise<void> {
    this.#options.job.report({ state: 'gone', error: GONE, problems: [] });
    this.#isForced = true;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#options.builder.copy.isStale(signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof FolderGone)) throw error;
        await pause(GONE_MS, signal);
      }
    }
  }

  #fail(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const text = error instanceof Error ? error.message : 'unknown error';
    this.#options.log(`A preview failed: ${error instanceof Error ? error.stack : text}`);
    this.#options.job.report({
      state: 'failed',
      problems: [],
      error: `Something went wrong in Lectern itself: ${text}. Stop this preview and start it again.`,
    });
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}

function join(one: SourceChanges, other: SourceChanges): SourceChanges {
  return {
    changed: [...new Set([...one.changed, ...other.changed])],
    removed: [...new Set([...one.removed, ...other.removed])],
    leftOut: other.leftOut,
  };
}

function isEmpty({ changed, removed }: SourceChanges): boolean {
  return changed.length === 0 && removed.length === 0;
}
