import { replacesAllData } from '../../model/journal/replaces-data.ts';
import type { Lesson } from '../../model/lessons/lesson.ts';
import type { LessonProgress } from '../../model/lessons/lesson-progress.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { RequestsService } from '../requests/requests.ts';
import type { LessonChecks } from './lesson-checks.ts';
import type { LessonLibrary } from './lesson-library.ts';
import type { ProgressStore } from './lesson-progress-store.ts';

type Options = {
  readonly library: LessonLibrary;
  readonly progress: ProgressStore;
  readonly checks: LessonChecks;
  readonly changes: Pick<ServiceContext['changes'], 'subscribe'>;
  readonly requests: Pick<RequestsService, 'onWritten'>;
  /** Ticks the present step of a lesson; `at` has the request after which later steps look. */
  readonly advance: (lesson: Lesson, at: LessonProgress) => void;
  readonly log: (line: string) => void;
};

/**
 * Evaluates the steps that wait for something, after each change and each batch of requests, and ticks those that are
 * done. What happens during an evaluation leads to another one.
 */
export function createLessonTicker({ library, progress, checks, changes, requests, advance, log }: Options) {
  /** The evaluation under way, and whether something has happened since it began. */
  let evaluation: Promise<void> | undefined;
  let isStale = false;
  /** Lessons that wait for something; nothing is looked at while there is none. */
  let waiting: ReadonlySet<string> | undefined;
  /** Grows whenever `waiting` is out of date, so that a search that began before is not kept. */
  let waitingVersion = 0;

  function forgetWaiting(): void {
    waiting = undefined;
    waitingVersion += 1;
  }

  async function findWaiting(): Promise<ReadonlySet<string>> {
    const all = await library.all();
    const started = progress.all();
    return new Set(
      all.flatMap(({ id, lesson }) => {
        const done = started[id]?.done;
        return done !== undefined && lesson?.steps[done]?.check ? [id] : [];
      }),
    );
  }

  /** Looks soon at what has happened. */
  function wake(): void {
    if (waiting === undefined && Object.keys(progress.all()).length === 0) waiting = new Set();
    if (waiting?.size === 0) return;
    isStale = true;
    evaluation ??= evaluate().finally(() => {
      evaluation = undefined;
      // Something may have happened after the last look.
      if (isStale) wake();
    });
  }

  async function evaluate(): Promise<void> {
    // What happened in this turn of the event loop is one reason.
    await new Promise(setImmediate);
    while (isStale) {
      isStale = false;
      try {
        const version = waitingVersion;
        const found = waiting ?? (await findWaiting());
        if (version === waitingVersion) waiting = found;
        else isStale = true;
        for (const id of found) await tickWhatIsDone(id);
      } catch (error) {
        log(`A lesson could not be checked: ${error instanceof Error ? error.message : 'unknown error'}`);
      }
    }
  }

  async function tickWhatIsDone(id: string): Promise<void> {
    const { lesson } = await library.get(id);
    for (;;) {
      const at = progress.of(id);
      const check = at && lesson.steps[at.done]?.check;
      if (!at || !check) return;
      const { isDone, from } = await checks.evaluate(check, at.from);
      // Somebody may have started over meanwhile.
      if (!isDone || progress.of(id)?.done !== at.done) return;
      advance(lesson, { ...at, from });
    }
  }

  changes.subscribe(({ action }) => {
    if (replacesAllData(action)) forgetWaiting();
    wake();
  });
  requests.onWritten(wake);

  return {
    /** Forgets which lessons wait; call it before a change of how far one is. */
    forgetWaiting,
    /** Resolves when what has happened so far has been looked at. */
    settled: async (): Promise<void> => {
      await evaluation;
    },
  };
}
