import { setImmediate } from 'node:timers/promises';
import type { RemoteProjectObject } from '../../model/sync/answers/remote-project.ts';
import { endRun, type RunEnd } from '../run-end.ts';
import { noteAccount } from './note-account.ts';
import { KEPT_DETAILS } from './pull-cost.ts';
import { type PullCursor, parseCursor } from './pull-cursor.ts';
import { projectPuller } from './pull-one.ts';
import { type PullPhase, progressMeter } from './pull-progress.ts';
import { type PullOptions, type PullState, pullStateOf } from './pull-state.ts';
import { requireAccount } from './require-account.ts';

/** Projects that are asked of the store at once. */
const BATCH = 100;

/**
 * Pulls what is chosen, from where its run stands. Ends or pauses the run, with a sentence; never throws for what the
 * service does.
 */
export async function runPull(options: PullOptions): Promise<RunEnd> {
  const state = pullStateOf(options.run, parseCursor(options.run.cursor));
  return endRun(options, async () => {
    const { tell, save } = reporter(options, state);
    try {
      await pullAll(options, state, { tell, save });
      return describePull(state);
    } finally {
      // With the requests that came after the last project.
      save({});
    }
  });
}

async function pullAll(options: PullOptions, state: PullState, { tell, save }: Reporter): Promise<void> {
  const { client, remote, services, actor } = options;
  await requireAccount(client, remote.username);
  if (state.cursor.phase === 'projects') {
    await listAccount(options, state, (projects) => keepDetails(state, projects), tell);
    if (state.cursor.choosesAll && !isAnyWanted(options, state.cursor))
      services.remotes.choose(actor, remote.id, 'all');
    noteUnknown(options, state);
    await pullProjects(options, state, { tell, save });
    save({ phase: 'relations' });
  }
  if (state.cursor.phase === 'relations') {
    tell('relations');
    const { mayDelete } = state.cursor;
    const { notes } = await services.sync.applyRelations(actor, remote.id, { mayDelete });
    state.notes.push(...notes);
    save({ phase: 'check' });
  }
  // Who lost a project meanwhile was answered its public part; what was kept of it is marked.
  state.pagesRead = 0;
  tell('check');
  await listAccount(options, state, () => {}, tell);
}

/** Reads the list of the account into the catalogue. */
async function listAccount(
  options: PullOptions,
  state: PullState,
  onProjects: (projects: readonly RemoteProjectObject[]) => void,
  tell: Tell,
): Promise<void> {
  const { parents, notes } = await noteAccount(options, (projects, count) => {
    state.account = count;
    state.pagesRead += 1;
    onProjects(projects);
    tell(state.cursor.phase === 'projects' ? 'listing' : 'check');
  });
  state.parents = parents;
  state.notes.push(...notes);
}

function keepDetails({ details, cursor }: PullState, projects: readonly RemoteProjectObject[]): void {
  const wanted = cursor.slugs && new Set(cursor.slugs);
  for (const project of projects) {
    if (details.size >= KEPT_DETAILS) return;
    if (project.key > cursor.after && (!wanted || wanted.has(project.address)))
      details.set(project.key, project);
  }
}

async function pullProjects(options: PullOptions, state: PullState, { tell, save }: Reporter): Promise<void> {
  const pullOne = projectPuller(options, state);
  state.total = state.counts.projects + state.counts.leftOut + countWanted(options, state.cursor);
  for (;;) {
    const batch = wantedAfter(options, state.cursor, BATCH);
    if (batch.length === 0) return;
    for (const listed of batch) {
      options.signal?.throwIfAborted();
      tell('projects', listed.slug);
      await pullOne(listed);
      save({ after: listed.key });
      // Windows and other requests get their turn between two transactions.
      await setImmediate();
    }
  }
}

function wantedAfter({ services, actor, remote }: PullOptions, { after, slugs }: PullCursor, limit: number) {
  return services.remotes.toPull(actor, remote.id, { after, limit, ...(slugs && { slugs }) });
}

/** Names the projects that were asked for and are not there. */
function noteUnknown(options: PullOptions, { cursor, notes }: PullState): void {
  if (!cursor.slugs) return;
  const found = wantedAfter(options, { ...cursor, after: 0 }, cursor.slugs.length);
  const known = new Set(found.map(({ slug }) => slug));
  for (const slug of cursor.slugs)
    if (!known.has(slug)) notes.push(`${slug}: The account shows no such project, or it was removed here.`);
}

function isAnyWanted(options: PullOptions, cursor: PullCursor): boolean {
  return wantedAfter(options, { ...cursor, after: 0 }, 1).length > 0;
}

function countWanted(options: PullOptions, cursor: PullCursor): number {
  let found = 0;
  for (let { after } = cursor; ; ) {
    const batch = wantedAfter(options, { ...cursor, after }, 1000);
    found += batch.length;
    after = batch.at(-1)?.key ?? after;
    if (batch.length < 1000) return found;
  }
}

type Tell = (phase: PullPhase, current?: string) => void;
type Reporter = { readonly tell: Tell; readonly save: (change: Partial<PullCursor>) => void };

/** Stores where the run stands, and tells how far it is. */
function reporter(options: PullOptions, state: PullState): Reporter {
  const { services, actor, run, client, budget, time, onProgress } = options;
  const meter = progressMeter(budget, time, run.requests);
  return {
    tell(phase, current) {
      const done = state.counts.projects + state.counts.leftOut;
      const rest = {
        ...{
          phase,
          account: state.account,
          pagesRead: state.pagesRead,
          done,
          total: Math.max(done, state.total),
          full: run.full,
        },
        ...{
          parentsLeft: state.parents.size,
          detailsLeft: detailsLeft(state, done),
          current: current ?? null,
        },
      };
      onProgress?.(meter(rest, client.requests()));
    },
    save(change) {
      state.cursor = { ...state.cursor, ...change };
      const requests = run.requests + client.requests();
      services.sync.noteCursor(actor, run.id, state.cursor, { counts: state.counts, requests });
    },
  };
}

function detailsLeft({ total, details }: PullState, done: number): number {
  return Math.max(0, total - done - details.size);
}

const SHOWN_NOTES = 5;

/** Returns the sentence that History shows of a pull. */
function describePull({ counts, notes }: PullState): string {
  const { projects, created, changed, leftOut, conflicts } = counts;
  const parts = [
    `Pulled ${projects} ${projects === 1 ? 'project' : 'projects'}: ${created} new, ${changed} changed.`,
    ...(conflicts > 0 ? [`${conflicts} ${conflicts === 1 ? 'conflict' : 'conflicts'}.`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out.`] : []),
    ...notes.slice(0, SHOWN_NOTES),
    ...(notes.length > SHOWN_NOTES ? [`And ${notes.length - SHOWN_NOTES} more notes.`] : []),
  ];
  return parts.join(' ');
}
