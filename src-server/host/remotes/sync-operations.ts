// What commands ask of sync, over the services and the runner.
import { Conflict, NotFound, Problem } from '../../model/base/problems.ts';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import { parseSyncFile } from '../../model/sync/files/sync-file.ts';
import type {
  PushSummary,
  RemoteSummary,
  StepSummary,
  SyncOperations,
  SyncProgress as SyncProgressLine,
} from '../../model/sync/operations.ts';
import type { Step } from '../../model/sync/plan.ts';
import type { Remote } from '../../model/sync/remote.ts';
import { VALUE_AT } from '../../model/sync/sync-fields.ts';
import type { SyncRun } from '../../model/sync/sync-run.ts';
import type { Actor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import type { RemoteEntry } from '../../services/sync/remotes.ts';
import type { SyncProgress as RunProgress } from '../../sync/active-runs.ts';
import type { PullProgress } from '../../sync/pull/pull-progress.ts';
import { mayBeSent } from '../../sync/push/push-context.ts';
import type { SyncRunner } from '../../sync/sync-runner.ts';

type Parts = {
  readonly services: Services;
  readonly runner: SyncRunner;
  readonly actor: Actor;
  /** Aborted when the command is interrupted: the run rests, and goes on when it is called again. */
  readonly signal?: AbortSignal;
};

const ALL = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Creates what commands of sync call, in the name of an actor. */
export function createSyncOperations(parts: Parts): SyncOperations {
  const { services, runner, actor } = parts;
  return {
    async 'remote-add'({ name, address, kind, token }) {
      const tried = await runner.connect(actor, address, token);
      const { username, projects } = tried;
      const remote = { name, address, kind: kind ?? tried.kind, username };
      await services.remotes.add(actor, remote, token);
      return { ...summaryOf(entryOf(parts, name)), projects };
    },
    'remote-list': async () => ({ remotes: services.remotes.list(actor).map(summaryOf) }),
    async 'remote-remove'({ name }) {
      await services.remotes.remove(actor, services.remotes.byName(actor, name).id);
      return { name, removed: true };
    },
    async 'remote-build'({ project, version, wanted }) {
      const { sync } = services;
      const found = wanted
        ? sync.requestBuild(actor, project, version)
        : sync.dropBuildRequest(actor, project, version);
      return { ...found, wanted };
    },
    pull: (input, progress) => pull(parts, input, progress),
    async changes({ name, projects }) {
      const { id, name: remote } = chosen(parts, name);
      const { steps, held } = await services.sync.plan(actor, id, wishOf(projects));
      return { remote, held, ...conflictsOf(parts, id), steps: steps.map(stepOf), done: true, notes: [] };
    },
    push: (input, progress) => push(parts, input, progress),
    async conflicts({ name }) {
      const { id, name: remote } = chosen(parts, name);
      const { items } = services.sync.conflicts(actor, id, {}, ALL);
      const conflicts = items.map(({ id: conflict, kind, key, project, field, base, mine, theirs }) => ({
        ...{ id: conflict, kind, key, project, field, base, mine, theirs },
      }));
      return { remote, conflicts };
    },
    resolve: ({ id, choice }) => resolve(parts, id, choice),
    export: async ({ kind, project }) => ({ text: services.syncFiles.export(actor, kind, project) }),
    async apply({ file, text, dryRun }) {
      const parsed = parseSyncFile(text);
      if ('findings' in parsed) {
        const lines = parsed.findings.map(
          ({ line, column, message }) => `${file}:${line}:${column}: ${message}`,
        );
        throw new Problem(`Nothing was changed. ${lines.join(' ')}`);
      }
      const { project, kind } = parsed.file;
      return { project, kind, changes: services.syncFiles.apply(actor, parsed.file, dryRun) };
    },
  };
}

async function pull(
  parts: Parts,
  { name, full, projects }: Parameters<SyncOperations['pull']>[0],
  progress: SyncProgressLine,
) {
  const { services, runner, actor, signal } = parts;
  const remote = chosen(parts, name);
  const request = { signal, ifNoneChosen: 'all' as const, onProgress: pulling(progress) };
  const goesOn = await isResting(parts, remote.id, 'pull');
  // What was interrupted asks for less than everything.
  const isTooLittle = full && openRunOf(parts, remote.id)?.full === false;
  const { run } =
    goesOn && !isTooLittle
      ? await runner.resume(actor, remote.id, request)
      : await runner.pull(actor, remote.id, {
          ...request,
          ...(full && { full }),
          ...(projects.length > 0 && { slugs: projects }),
        });
  await services.sync.refresh(actor, remote.id);
  const { outgoing } = entryOf(parts, remote.name);
  return {
    remote: remote.name,
    projects: run.counts.projects ?? 0,
    requests: run.requests,
    incoming: run.counts.incoming ?? 0,
    ...conflictsOf(parts, remote.id),
    outgoing,
    done: run.state === 'done',
    notes: run.outcome === null ? [] : [run.outcome],
  };
}

async function push(
  parts: Parts,
  { name, projects, only }: Parameters<SyncOperations['push']>[0],
  progress: SyncProgressLine,
): Promise<PushSummary> {
  const { services, runner, actor, signal } = parts;
  const remote = chosen(parts, name);
  const request = {
    signal,
    onProgress: ({ push: told }: Pick<RunProgress, 'push'>) => {
      if (told) progress(`${told.done} of ${told.total} changes are sent.`);
    },
  };
  const isWaiting = await isResting(parts, remote.id, 'push');
  const goesOn = isWaiting && sendsOnly(parts, remote.id, only);
  if (isWaiting && !goesOn) await runner.stop(actor, remote.id);
  const { run } = goesOn
    ? await runner.resume(actor, remote.id, request)
    : await runner.push(actor, remote.id, { ...request, ...wishOf(projects), only });
  const { steps } = services.sync.run(actor, run.id);
  return {
    remote: remote.name,
    steps: steps.map(({ step, state, answer }) => ({ ...stepOf(step), state, answer })),
    held: [],
    ...conflictsOf(parts, remote.id),
    done: run.state === 'done' && steps.every(({ state }) => state === 'confirmed' || state === 'ignored'),
    notes: run.outcome === null ? [] : [run.outcome],
  };
}

async function resolve({ services, actor }: Parts, id: string, choice: 'mine' | 'theirs') {
  for (const remote of services.remotes.list(actor)) {
    const { items } = services.sync.conflicts(actor, remote.id, {}, ALL);
    if (!items.some((conflict) => conflict.id === id)) continue;
    const { resolved } = await services.sync.resolve(actor, remote.id, [id], choice);
    return { id, resolved };
  }
  throw new NotFound(`There is no conflict ${id}. "conflicts" lists them.`);
}

/** Returns the remote of this name, or the only one. @throws NotFound @throws Conflict when there are several */
function chosen({ services, actor }: Parts, name: string | undefined): Remote {
  if (name !== undefined) return services.remotes.byName(actor, name);
  const [first, ...more] = services.remotes.list(actor);
  if (!first)
    throw new NotFound('No account is connected. "remote add NAME URL --token-stdin" connects one.');
  if (more.length === 0) return first;
  const names = [first, ...more].map((remote) => remote.name).join(', ');
  throw new Conflict(`Several accounts are connected: ${names}. Name one.`);
}

function entryOf({ services, actor }: Parts, name: string): RemoteEntry {
  const entry = services.remotes.list(actor).find((remote) => remote.name === name);
  if (!entry) throw new NotFound(`There is no remote called ${name}.`);
  return entry;
}

/** Whether an interrupted run of this kind waits to go on. @throws Conflict when one of the other kind does */
async function isResting(parts: Parts, remoteId: number, kind: 'pull' | 'push'): Promise<boolean> {
  const { services, actor } = parts;
  const open = openRunOf(parts, remoteId);
  if (open?.state !== 'paused') return false;
  // What a restore has left does not go on: a pull of everything takes its place.
  if (kind === 'pull' && !open.full && (await services.remotes.isOutdated(actor, remoteId))) return false;
  if (open.kind === kind) return true;
  throw new Conflict(
    `A ${open.kind} of this remote was interrupted. Call "${open.kind}" first, which goes on with it.`,
  );
}

/** Whether the interrupted push would send nothing but these steps. */
function sendsOnly(parts: Parts, remoteId: number, ids: readonly string[]): boolean {
  const open = openRunOf(parts, remoteId);
  if (!open) return false;
  const { steps } = parts.services.sync.run(parts.actor, open.id);
  const left = steps.filter(({ state }) => state === 'planned' || mayBeSent(state));
  return left.every(({ step }) => ids.includes(step.id));
}

function openRunOf({ services, actor }: Parts, remoteId: number): SyncRun | null {
  return services.remotes.list(actor).find(({ id }) => id === remoteId)?.openRun ?? null;
}

function conflictsOf({ services, actor }: Parts, remoteId: number): { readonly conflicts: number } {
  return { conflicts: services.sync.conflicts(actor, remoteId, {}, { limit: 1, offset: 0 }).count };
}

function wishOf(projects: readonly string[]): { readonly projects?: readonly string[] } {
  return projects.length > 0 ? { projects } : {};
}

function pulling(progress: SyncProgressLine) {
  let last = '';
  return ({ pull: told, waiting }: Pick<RunProgress, 'pull' | 'waiting'>) => {
    const line = waiting ?? (told ? progressLine(told) : '');
    if (line !== '' && line !== last) progress(line);
    last = line;
  };
}

function progressLine({ projects, requests, msLeft }: PullProgress): string {
  const seconds = Math.ceil(msLeft / 1000);
  const time = seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  const left = requests.left === 1 ? '1 request' : `${requests.left} requests`;
  return `${projects.done} of ${projects.total} projects, about ${left} and ${time} left.`;
}

function stepOf({ id, kind, key, project, action, from, to, effects }: Step): StepSummary {
  const texts = { from: withoutMark(from), to: withoutMark(to), effects: [...effects] };
  return { id, kind, key, project, action, ...texts };
}

/** Leaves out the mark of a typed value: a time that says nothing to people. The effects tell of the value. */
function withoutMark(fields: Step['from']): Step['from'] {
  if (fields === null || !(VALUE_AT in fields)) return fields;
  const { [VALUE_AT]: _, ...rest } = fields;
  return rest;
}

function summaryOf(remote: RemoteEntry): RemoteSummary {
  const { name, address, kind, username, lastPull, linked, outgoing, conflicts } = remote;
  return {
    ...{ name, address, kind, username, linked, outgoing, conflicts },
    lastPull: lastPull === null ? null : formatTimestamp(lastPull),
  };
}
