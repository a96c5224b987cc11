import { Conflict, Invalid } from '../../model/base/problems.ts';
import type { Lesson, LessonProblem, LessonStep, Shown } from '../../model/lessons/lesson.ts';
import type { LessonProgress } from '../../model/lessons/lesson-progress.ts';
import { hostLabel } from '../../model/projects/documentation-url.ts';
import type { TraceRedirects } from '../../model/redirects/redirect-trace.ts';
import type { ApiPath } from '../../model/requests/api-path.ts';
import type { BuildScripts } from '../builds/build-scripts.ts';
import type { Faults } from '../faults/faults.ts';
import { type Actor, systemActor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { DocsDomain } from '../projects/project-records.ts';
import type { RequestsService } from '../requests/requests.ts';
import type { SeedsService } from '../seeds/seeds.ts';
import type { SnapshotsService } from '../snapshots/snapshots.ts';
import { createLessonChecks } from './lesson-checks.ts';
import { createLessonLibrary } from './lesson-library.ts';
import { loadNeeds } from './lesson-needs.ts';
import { createProgressStore } from './lesson-progress-store.ts';
import { createLessonTicker } from './lesson-ticker.ts';

/** What the host knows that lessons need. */
export type LessonOptions = {
  /** Whether this is the person's own data folder, where nothing is shown by doing it. */
  readonly isHome: boolean;
  /** The data folder; a kit that was loaded has its lessons there. */
  readonly dataFolder: string | undefined;
  readonly apiPaths: readonly ApiPath[];
  readonly tracePage: TraceRedirects;
};

type Parts = {
  readonly options: LessonOptions | undefined;
  readonly snapshots: SnapshotsService;
  readonly requests: RequestsService;
  readonly seeds: SeedsService;
  readonly faults: Faults;
  readonly buildScripts: BuildScripts;
  readonly docsDomain: DocsDomain;
  readonly log: (line: string) => void;
};

/** A line of the list of lessons. */
export type LessonRow = {
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  readonly steps: number;
  readonly done: number;
  readonly isStarted: boolean;
  /** Why it cannot be taken; empty when it can. */
  readonly problems: readonly LessonProblem[];
};

const NOT_AT_HOME =
  '“Show me” changes data, so it never runs in your own data folder. Do the step yourself, or start Lectern with --data and another folder.';
const NOT_STARTED = 'Start the lesson first.';
const NO_PROGRESS_LEFT = 'All steps of this lesson are done.';
/** Begins the names of fault rules that lessons add. */
const FAULT_PREFIX = 'Lesson: ';
const TICKER = systemActor('desk');

/** Creates the service of lessons: what may be asked of them. The ticker ticks the steps that are done. */
export function createLessons(context: ServiceContext, parts: Parts) {
  const { access, changes } = context;
  const { options, snapshots, requests, faults } = parts;
  const library = createLessonLibrary(options?.dataFolder, () => options?.apiPaths ?? []);
  const progress = createProgressStore(context);
  const checks = createLessonChecks({
    ...{ store: context.store, requests, docsDomain: parts.docsDomain },
    tracePage: options?.tracePage,
  });
  const ticker = createLessonTicker({
    ...{ library, progress, checks, changes, requests },
    advance: (lesson, at) => advance(TICKER, lesson, at),
    log: parts.log,
  });

  /** Ticks the present step. */
  function advance(actor: Actor, lesson: Lesson, at: LessonProgress): void {
    const done = at.done + 1;
    ticker.forgetWaiting();
    progress.put(actor, 'lesson.tick', lesson.id, { ...at, done });
    if (done === lesson.steps.length) removeFaults(actor);
  }

  function removeFaults(actor: Actor): void {
    for (const { id, rule } of faults.list(actor))
      if (rule.name.startsWith(FAULT_PREFIX)) faults.remove(actor, id);
  }

  async function present(
    actor: Actor,
    id: string,
  ): Promise<{ lesson: Lesson; at: LessonProgress; step: LessonStep }> {
    access.requireOperator(actor);
    const { lesson } = await library.get(id);
    const at = progress.of(id);
    if (!at) throw new Conflict(NOT_STARTED);
    const step = lesson.steps[at.done];
    if (!step) throw new Conflict(NO_PROGRESS_LEFT);
    return { lesson, at, step };
  }

  async function lastRequest(): Promise<number> {
    return requests.isOn() ? requests.lastId(TICKER) : 0;
  }

  async function begin(actor: Actor, lesson: Lesson): Promise<string> {
    const names = new Set(snapshots.list(actor).map(({ name }) => name));
    if (lesson.snapshot !== undefined && names.has(lesson.snapshot)) return lesson.snapshot;
    const name = lesson.snapshot ?? `lesson-${lesson.id}`.slice(0, 60);
    // One that is left of an earlier time is not where this begins.
    if (names.has(name)) snapshots.remove(actor, name);
    await snapshots.take(actor, { name, note: `Before the lesson “${lesson.title}”.` });
    return name;
  }

  return {
    /** Lists the lessons in their order. @throws Forbidden unless asked at this machine */
    async list(actor: Actor): Promise<LessonRow[]> {
      access.requireOperator(actor);
      const started = progress.all();
      return (await library.all()).map(({ id, lesson, problems }) => ({
        id,
        title: lesson?.title ?? id,
        minutes: lesson?.minutes ?? 0,
        steps: lesson?.steps.length ?? 0,
        done: Math.min(started[id]?.done ?? 0, lesson?.steps.length ?? 0),
        isStarted: started[id] !== undefined,
        problems,
      }));
    },

    /** Returns a lesson, how far it is, and what the next one is. @throws NotFound @throws Forbidden */
    async get(actor: Actor, id: string) {
      access.requireOperator(actor);
      const { lesson } = await library.get(id);
      const all = await library.all();
      const next = all.slice(all.findIndex((each) => each.id === id) + 1).find((each) => each.lesson);
      const at = progress.of(id);
      return {
        lesson,
        done: Math.min(at?.done ?? 0, lesson.steps.length),
        isStarted: at !== undefined,
        next: next?.lesson ? { id: next.id, title: next.lesson.title } : null,
        /** Projects that starting it adds. */
        adds: at ? [] : lesson.needs.filter((slug) => !context.store.projects.bySlug(slug)),
        isHome: options?.isHome ?? true,
        isLogging: requests.isOn(),
      };
    },

    /** Starts a lesson: loads what it needs and keeps a snapshot to start over from. @throws NotFound @throws Forbidden */
    async start(actor: Actor, id: string): Promise<void> {
      access.requireOperator(actor);
      const { lesson, folder } = await library.get(id);
      if (progress.of(id)) return;
      await loadNeeds(actor, context, parts.seeds, { needs: lesson.needs, seed: library.seedOf(folder) });
      const snapshot = await begin(actor, lesson);
      const from = await lastRequest();
      ticker.forgetWaiting();
      progress.put(actor, 'lesson.start', id, { done: 0, from, snapshot });
    },

    /**
     * Brings the lesson's snapshot back, with a safety copy of the present state, and keeps how far other lessons are.
     * @throws Conflict at home unless `typed` is the lesson's id @throws NotFound @throws Unavailable @throws Forbidden
     */
    async startOver(
      actor: Actor,
      id: string,
      typed: string,
    ): Promise<{ readonly safetyCopy: string | null }> {
      access.requireOperator(actor);
      const { lesson } = await library.get(id);
      const at = progress.of(id);
      if (!at) throw new Conflict(NOT_STARTED);
      if (options?.isHome !== false && typed !== id)
        throw new Conflict(`Starting over replaces all data here. Type ${id} to confirm.`);
      const others = progress.all();
      const { safetyCopy } = await snapshots.restore(actor, at.snapshot, { safetyCopy: true });
      removeFaults(actor);
      const from = await lastRequest();
      ticker.forgetWaiting();
      progress.put(actor, 'lesson.restart', lesson.id, { ...at, done: 0, from }, others);
      return { safetyCopy };
    },

    /** Answers the question of the present step; returns whether that was right. @throws Conflict @throws Forbidden */
    async answer(actor: Actor, id: string, choice: string): Promise<boolean> {
      const { lesson, at, step } = await present(actor, id);
      const question = step.check?.question;
      if (!question) throw new Conflict('This step asks nothing.');
      if (!question.choices.includes(choice)) throw new Invalid({ choice: ['This is none of the choices.'] });
      if (choice !== question.answer) return false;
      advance(actor, lesson, at);
      return true;
    },

    /** Ticks the present step, which has nothing to check. @throws Conflict @throws Forbidden */
    async confirm(actor: Actor, id: string): Promise<void> {
      const { lesson, at, step } = await present(actor, id);
      if (step.check) throw new Conflict('This step ticks itself when it is done.');
      advance(actor, lesson, at);
    },

    /**
     * Returns what “Show me” does in the present step; a question has its answer.
     * @throws Conflict at home, and when there is nothing to show @throws Forbidden
     */
    async shown(
      actor: Actor,
      id: string,
    ): Promise<{ readonly items: readonly Shown[]; readonly answer: string | null }> {
      const { step } = await present(actor, id);
      if (options?.isHome !== false) throw new Conflict(NOT_AT_HOME);
      const answer = step.check?.question?.answer ?? null;
      if (step.show.length === 0 && answer === null) throw new Conflict('This step has nothing to show.');
      return { items: step.show, answer };
    },

    /** Does what “Show me” does without a request. @throws Conflict at home @throws Forbidden */
    switchFor(actor: Actor, { fault, script }: Shown): void {
      access.requireOperator(actor);
      if (options?.isHome !== false) throw new Conflict(NOT_AT_HOME);
      if (script) parts.buildScripts.attach(actor, script.project, script.name);
      if (!fault) return;
      const name = `${FAULT_PREFIX}${fault.name}`.slice(0, 100);
      for (const { id, rule } of faults.list(actor)) if (rule.name === name) faults.remove(actor, id);
      faults.add(actor, { ...fault, name });
    },

    /** Returns the address of a page of documentation here. */
    pageUrl: (project: string, path: string): string =>
      `http://${hostLabel(project)}.${parts.docsDomain()}${path}`,

    /** Resolves when what has happened so far has been looked at. */
    settled: ticker.settled,
  };
}

export type LessonsService = ReturnType<typeof createLessons>;
