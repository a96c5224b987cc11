import { NotFound, Problem } from '../model/base/problems.ts';
import type { Clock } from '../model/base/timestamp.ts';
import { parseRemoteAddress, type Remote, type RemoteKind } from '../model/sync/remote.ts';
import type { SyncRun } from '../model/sync/sync-run.ts';
import { type Actor, syncActor } from '../services/kernel/actor.ts';
import { type ActiveRun, createActiveRuns, type ProgressListener, type SyncProgress } from './active-runs.ts';
import { carryOutRun, type FinishedRun } from './carry-out-run.ts';
import { tryToken } from './client/try-token.ts';
import { costOf, measurePull, type PullCost } from './pull/measure-pull.ts';
import { noteAccount } from './pull/note-account.ts';
import { firstCursor, restarted } from './pull/pull-cursor.ts';
import { type ClientsOptions, createRemoteClients } from './remote-clients.ts';
import type { RunServices } from './run-services.ts';

export type SyncRunnerOptions = Omit<ClientsOptions, 'services'> & {
  readonly services: RunServices;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Whether an address is that of this Lectern. */
  readonly isItself?: (address: URL) => boolean;
};
/** Who watches a run, and may cut it short: aborting `signal` pauses it. */
export type Watch = {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined;
};
export type PullRequest = Watch & {
  /** Asks for everything; by default when the last full pull is more than a day old. */
  readonly full?: boolean | undefined;
  /** Slugs there; by default what was chosen. */
  readonly slugs?: readonly string[] | undefined;
  /** What happens when nothing was chosen; default: nothing is pulled. */
  readonly ifNoneChosen?: 'all' | 'nothing' | undefined;
};
export type PushRequest = Watch & {
  readonly projects?: readonly string[] | undefined;
  /** Ids of steps. */
  readonly only?: readonly string[] | undefined;
};
/** What a token and an address lead to; nothing is kept yet. */
export type TriedAccount = PullCost & {
  readonly address: string;
  readonly kind: RemoteKind;
  /** null: the service does not tell it. */
  readonly username: string | null;
};

const ITSELF =
  'is this Lectern itself, which cannot sync with itself. Give the address of a service, or that of another Lectern with a data folder and a port of its own.';
const DAY = 86_400_000_000;
const MADE_FULL = 'Stopped: a pull of everything takes its place. What was done is kept.';
const RESTORED = 'Stopped: the data was restored meanwhile. What was sent before is kept there.';
const RECENT = { limit: 50, offset: 0 } as const;

/** Creates what pulls from remotes and pushes to them: one run of a remote at a time. */
export function createSyncRunner(options: SyncRunnerOptions) {
  const { services, clock, log, isItself = () => false } = options;
  const clients = createRemoteClients(options);
  const runs = createActiveRuns(log);

  /** Starts the work of a run. An abort from outside pauses it. */
  async function start<T>(
    remoteId: number,
    kind: 'pull' | 'push',
    { signal, onProgress }: Watch,
    work: (active: ActiveRun) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const unsubscribe = runs.onProgress((progress) => {
      if (progress.remoteId === remoteId && !('ended' in progress)) onProgress?.(progress);
    });
    const pause = () => void runs.cut(remoteId, 'pause');
    signal?.addEventListener('abort', pause);
    try {
      return await runs.start(remoteId, kind, work);
    } finally {
      signal?.removeEventListener('abort', pause);
      unsubscribe();
    }
  }

  /** Reads the token before a run is opened, so that one without a token opens none. */
  async function credentialsOf(actor: Actor, remote: Remote) {
    const credentials = await services.remotes.credentials(actor, remote.id);
    clients.of(remote, credentials.token);
    return credentials;
  }

  const carryOut = (remote: Remote, run: SyncRun, token: string | null, active: ActiveRun) =>
    carryOutRun({ services, clients, clock }, { remote, run, token, active });

  /** Returns whether a pull has to ask for everything: redirects and variables have no sign of a change. */
  function isFullDue(actor: Actor, remoteId: number): boolean {
    const { items } = services.sync.runs(actor, remoteId, RECENT);
    const last = items.find(({ kind, full, state }) => kind === 'pull' && full && state === 'done');
    return !last || (last.ended ?? 0) < clock() - DAY;
  }

  function pausedRun(actor: Actor, remoteId: number): SyncRun | undefined {
    const [run] = services.sync.runs(actor, remoteId, { limit: 1, offset: 0 }).items;
    return run?.state === 'paused' ? run : undefined;
  }

  /**
   * Returns the paused run that a pull finds. One that is no full pull is stopped here when a restore left it, or when
   * everything is asked for.
   */
  async function pausedBeforePull(
    actor: Actor,
    { id, name }: Remote,
    { full }: Pick<PullRequest, 'full'>,
  ): Promise<SyncRun | undefined> {
    const paused = runs.progress(id) ? undefined : pausedRun(actor, id);
    if (!paused || paused.full) return paused;
    const { isOutdated } = await services.remotes.credentials(actor, id);
    if (!isOutdated && !(full === true && paused.kind === 'pull')) return paused;
    await services.sync.finishRun(syncActor(name), paused.id, 'stopped', isOutdated ? RESTORED : MADE_FULL);
    return undefined;
  }

  function openRun(actor: Actor, remoteId: number): SyncRun {
    const run = pausedRun(actor, remoteId);
    if (!run) throw new NotFound('There is no paused run of this remote.');
    return run;
  }

  /** Goes on with the paused run of a remote. */
  function resume(actor: Actor, remote: Remote, { id, kind }: SyncRun, watch: Watch): Promise<FinishedRun> {
    return start(remote.id, kind, watch, async (active) => {
      const { token, isOutdated } = await credentialsOf(actor, remote);
      const run = await services.sync.resumeRun(syncActor(remote.name), id);
      const cursor = kind === 'pull' && isOutdated ? restarted(run.cursor) : run.cursor;
      return carryOut(remote, { ...run, cursor }, token, active);
    });
  }

  return {
    /** Returns how far the run of a remote is; null without one. */
    progress: (remoteId: number): SyncProgress | null => runs.progress(remoteId),
    /** Calls `listener` with each step of any run. Returns the function that unsubscribes. */
    onProgress: (listener: ProgressListener): (() => void) => runs.onProgress(listener),

    /** Returns how many requests may be sent now; null without a limit. @throws Forbidden @throws NotFound */
    budgetLeft: (actor: Actor, remoteId: number): number | null =>
      clients.budgetOf(services.remotes.get(actor, remoteId)).left(),

    /** Says what a pull will cost. @throws Forbidden @throws NotFound */
    cost(
      actor: Actor,
      remoteId: number,
      { full, slugs }: Pick<PullRequest, 'full' | 'slugs'> = {},
    ): PullCost {
      const remote = services.remotes.get(actor, remoteId);
      const question = { full: full ?? isFullDue(actor, remoteId), slugs };
      return measurePull(services, actor, remote, clients.budgetOf(remote), question);
    },

    /** Tries a token at an address, and says what pulling all of it would cost. @throws Forbidden @throws Problem */
    async connect(actor: Actor, address: string, token: string): Promise<TriedAccount> {
      services.remotes.list(actor);
      const parsed = parseRemoteAddress(address);
      if (parsed.error !== undefined) throw new Problem(parsed.error);
      const url = new URL(parsed.address);
      if (isItself(url)) throw new Problem(`${url.host} ${ITSELF}`);
      const { client, budget } = clients.trying(parsed.address, token, parsed.kind);
      const { username, projects } = await tryToken(client);
      const cost = costOf(budget, { account: projects, projects, parents: 0, full: true });
      return { address: parsed.address, kind: parsed.kind, username, ...cost };
    },

    /** Gives a remote another token of its account. @throws Forbidden @throws Conflict for another account's @throws Problem */
    async replaceToken(actor: Actor, remoteId: number, token: string): Promise<void> {
      const { address, kind, username: known } = services.remotes.get(actor, remoteId);
      const { username } = await tryToken(clients.trying(address, token, kind).client, known);
      await services.remotes.replaceToken(actor, remoteId, token, username);
    },

    /** Reads which projects the account has, so that they can be chosen. @throws Forbidden @throws Conflict @throws Problem */
    async listProjects(actor: Actor, remoteId: number, watch: Watch = {}): Promise<void> {
      const remote = services.remotes.get(actor, remoteId);
      const { token } = await credentialsOf(actor, remote);
      await start(remoteId, 'pull', watch, async ({ signal }) => {
        const client = clients.of(remote, token, { signal });
        await noteAccount({ services, actor: syncActor(remote.name), client, remote, clock });
      });
    },

    /**
     * Pulls, or goes on with a pull that is paused; resolves when it has ended or pauses, and never throws for what the
     * service does.
     * @throws Forbidden @throws Conflict while another run is open @throws Problem without a token
     */
    async pull(actor: Actor, remoteId: number, request: PullRequest = {}): Promise<FinishedRun> {
      const { full, slugs, ifNoneChosen = 'nothing' } = request;
      const remote = services.remotes.get(actor, remoteId);
      const paused = await pausedBeforePull(actor, remote, request);
      if (paused?.kind === 'pull' && !slugs) return resume(actor, remote, paused, request);
      return start(remoteId, 'pull', request, async (active) => {
        const { token, isOutdated } = await credentialsOf(actor, remote);
        const isFull = !slugs && (full ?? (isOutdated || isFullDue(actor, remoteId)));
        const syncing = syncActor(remote.name);
        const run = await services.sync.startRun(syncing, remoteId, { kind: 'pull', full: isFull });
        const cursor = firstCursor({
          ...{ slugs: slugs ? [...slugs] : null, choosesAll: ifNoneChosen === 'all' },
          mayDelete: !isOutdated,
        });
        services.sync.noteCursor(syncing, run.id, cursor);
        return carryOut(remote, { ...run, cursor }, token, active);
      });
    },

    /** Pushes the chosen differences; as `pull`. @throws Forbidden @throws Conflict @throws Problem */
    async push(actor: Actor, remoteId: number, request: PushRequest = {}): Promise<FinishedRun> {
      const { projects, only } = request;
      const remote = services.remotes.get(actor, remoteId);
      return start(remoteId, 'push', request, async (active) => {
        const { token } = await credentialsOf(actor, remote);
        const wish = { ...(projects && { projects }), ...(only && { only }) };
        const { steps } = await services.sync.plan(actor, remoteId, wish);
        const syncing = syncActor(remote.name);
        const run = await services.sync.startRun(syncing, remoteId, { kind: 'push', full: false }, steps);
        return carryOut(remote, run, token, active);
      });
    },

    /** Goes on with the paused run of a remote; as `pull`. @throws Forbidden @throws NotFound @throws Conflict @throws Problem */
    async resume(actor: Actor, remoteId: number, watch: Watch = {}): Promise<FinishedRun> {
      const remote = services.remotes.get(actor, remoteId);
      return resume(actor, remote, openRun(actor, remoteId), watch);
    },

    /** Pauses the run of a remote; resolves when it rests. @throws Forbidden @throws NotFound */
    async pause(actor: Actor, remoteId: number): Promise<void> {
      services.remotes.get(actor, remoteId);
      await runs.cut(remoteId, 'pause');
    },

    /** Ends the run of a remote, also a paused one; what was done is kept. @throws Forbidden @throws NotFound */
    async stop(actor: Actor, remoteId: number): Promise<void> {
      const { name } = services.remotes.get(actor, remoteId);
      if (runs.progress(remoteId)) return runs.cut(remoteId, 'stop');
      const run = openRun(actor, remoteId);
      await services.sync.finishRun(syncActor(name), run.id, 'stopped', 'Stopped. What was done is kept.');
    },

    /** Pauses all runs, such as before all data is replaced. */
    pauseAll: (): Promise<void> => runs.cutAll('pause'),
    /** Pauses all runs and lets none begin any more. */
    close: (): Promise<void> => runs.cutAll('close'),
  };
}

export type SyncRunner = ReturnType<typeof createSyncRunner>;
