import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { Json } from '../../model/builds/build.ts';
import type { Step } from '../../model/sync/plan.ts';
import type { Remote } from '../../model/sync/remote.ts';
import type { StepRecord, SyncRun, SyncRunKind } from '../../model/sync/sync-run.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';

/** What push is refused with while what was agreed is out of date. */
export const BASE_IS_OUTDATED =
  'This data was restored from before the last run, so nobody knows what was changed since. Pull everything first (pull --full), then push.';
const INTERRUPTED = 'Lectern was stopped meanwhile. Resume it to go on.';
const DAY = 86_400 * 1_000_000;
/** Runs that ended before are removed, beyond the newest. */
const KEPT_DAYS = 90;
const KEPT_RUNS = 100;

/** Creates the log of runs. It holds what a run did, not what it changed, so the journal has no entries of it. */
export function createRunLog(
  { store, access, machineClock }: ServiceContext,
  secrets: Secrets,
  isOutdated: (actor: Actor, remoteId: number) => Promise<boolean>,
) {
  function requireRun(actor: Actor, runId: number): SyncRun {
    access.requireOperator(actor);
    const run = store.sync.runs.byId(runId);
    if (!run) throw new NotFound('There is no such run.');
    return run;
  }

  function requireRemote(actor: Actor, remoteId: number): Remote {
    access.requireOperator(actor);
    const remote = store.sync.remotes.byId(remoteId);
    if (!remote) throw new NotFound('There is no such remote.');
    return remote;
  }

  function requireOpen(actor: Actor, runId: number): SyncRun {
    const run = requireRun(actor, runId);
    if (run.state !== 'running') throw new Conflict('This run has ended, or it is paused.');
    return run;
  }

  /** Stores a new number here, then beside the token: a copy of before has a lower one. */
  async function countRun(remoteId: number, atLeast = 0): Promise<void> {
    const remote = store.sync.remotes.byId(remoteId);
    if (!remote) return;
    const next = Math.max(remote.run, atLeast) + 1;
    store.change(() => store.sync.remotes.setRun(remoteId, next));
    await secrets.remotes.write(remote.name, 'run', String(next));
  }

  async function newestRun({ name }: Remote): Promise<number> {
    return Number((await secrets.remotes.read(name, 'run')) ?? 0);
  }

  async function requireFresh(actor: Actor, remoteId: number, kind: SyncRunKind): Promise<boolean> {
    const outdated = await isOutdated(actor, remoteId);
    if (outdated && kind === 'push') throw new Conflict(BASE_IS_OUTDATED);
    return outdated;
  }

  return {
    /**
     * Starts a run; `steps` are those of a push. @throws Conflict while another is open, and for a push while what was
     * agreed is out of date @throws Forbidden @throws NotFound
     */
    async startRun(
      actor: Actor,
      remoteId: number,
      {
        kind,
        full,
        plan = null,
      }: { readonly kind: SyncRunKind; readonly full: boolean; readonly plan?: Json },
      steps: readonly Step[] = [],
    ): Promise<SyncRun> {
      requireRemote(actor, remoteId);
      const outdated = await requireFresh(actor, remoteId, kind);
      const run = store.change(() => {
        const { name } = requireRemote(actor, remoteId);
        const open = store.sync.runs.open(remoteId);
        if (open?.state === 'running') throw new Conflict(`A ${open.kind} of ${name} is under way.`);
        if (open) throw new Conflict(`A ${open.kind} of ${name} is paused. Resume or stop it first.`);
        const started = store.sync.runs.insert({ remoteId, kind, full, plan, started: machineClock() });
        store.sync.runs.insertSteps(started.id, steps);
        return started;
      });
      if (!outdated) await countRun(remoteId);
      return run;
    },

    /** Goes on with a paused run. @throws Conflict unless it is paused @throws Forbidden @throws NotFound */
    async resumeRun(actor: Actor, runId: number): Promise<SyncRun> {
      const { remoteId, kind } = requireRun(actor, runId);
      const outdated = await requireFresh(actor, remoteId, kind);
      const resumed = store.change(() => {
        const run = requireRun(actor, runId);
        if (run.state !== 'paused') throw new Conflict('This run is not paused.');
        const next: SyncRun = { ...run, state: 'running', outcome: null };
        store.sync.runs.update(next);
        return next;
      });
      if (!outdated) await countRun(remoteId);
      return resumed;
    },

    /** Stores how far a run is. @throws Forbidden @throws NotFound @throws Conflict unless it runs */
    noteCursor(
      actor: Actor,
      runId: number,
      cursor: Json,
      { counts, requests }: { readonly counts?: SyncRun['counts']; readonly requests?: number } = {},
    ): void {
      store.change(() => {
        const run = requireOpen(actor, runId);
        store.sync.runs.update({
          ...run,
          cursor,
          counts: counts ?? run.counts,
          requests: requests ?? run.requests,
        });
      });
    },

    /** Lets a run rest; the sentence says why. @throws Forbidden @throws NotFound @throws Conflict unless it runs */
    pauseRun(actor: Actor, runId: number, outcome: string): void {
      store.change(() => {
        store.sync.runs.update({ ...requireOpen(actor, runId), state: 'paused', outcome });
        store.sync.runs.interruptSteps(runId);
      });
    },

    /**
     * Ends a run. After a full pull that is done, what was agreed is up to date again. @throws Forbidden @throws NotFound
     * @throws Conflict when it has ended already
     */
    async finishRun(
      actor: Actor,
      runId: number,
      state: 'done' | 'failed' | 'stopped',
      outcome: string,
    ): Promise<void> {
      const run = requireRun(actor, runId);
      const remote = requireRemote(actor, run.remoteId);
      const newest = await newestRun(remote);
      const outdated = newest > remote.run;
      store.change(() => {
        const now = requireRun(actor, runId);
        if (now.ended !== null) throw new Conflict('This run has ended already.');
        store.sync.runs.interruptSteps(runId);
        store.sync.runs.update({ ...now, state, outcome, ended: machineClock() });
        if (run.kind === 'pull' && state === 'done')
          store.sync.remotes.setLastPull(remote.id, machineClock());
        const keepFrom = store.sync.runs.ofRemote(remote.id, KEPT_RUNS).at(-1)?.id ?? 0;
        store.sync.runs.prune(remote.id, machineClock() - KEPT_DAYS * DAY, keepFrom);
      });
      const isWhole = run.kind === 'pull' && run.full && state === 'done';
      if (!outdated || isWhole) await countRun(remote.id, newest);
    },

    /** Lists the runs of a remote, newest first. @throws Forbidden @throws NotFound */
    runs(actor: Actor, remoteId: number, { limit, offset }: PageRequest): Page<SyncRun> {
      requireRemote(actor, remoteId);
      const items = store.sync.runs.ofRemote(remoteId, offset + limit).slice(offset);
      return { count: store.sync.runs.count(remoteId), items };
    },

    /** Returns a run with its steps. @throws Forbidden @throws NotFound */
    run(actor: Actor, runId: number): SyncRun & { readonly steps: readonly StepRecord[] } {
      return { ...requireRun(actor, runId), steps: store.sync.runs.steps(runId) };
    },

    /** Pauses the runs that were under way when Lectern was stopped; returns how many. @throws Forbidden */
    failInterrupted(actor: Actor): number {
      access.requireOperator(actor);
      if (!store.outgoingMarks.hasRemotes()) return 0;
      return store.change(() => {
        const running = store.sync.runs.running();
        for (const run of running) {
          store.sync.runs.update({ ...run, state: 'paused', outcome: INTERRUPTED });
          store.sync.runs.interruptSteps(run.id);
        }
        return running.length;
      });
    },
  };
}
