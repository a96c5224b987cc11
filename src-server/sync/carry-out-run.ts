import type { Clock } from '../model/base/timestamp.ts';
import type { Remote } from '../model/sync/remote.ts';
import type { SyncRun } from '../model/sync/sync-run.ts';
import { syncActor, systemActor } from '../services/kernel/actor.ts';
import type { ActiveRun } from './active-runs.ts';
import type { ServiceFailure } from './client/service-failure.ts';
import { runPull } from './pull/run-pull.ts';
import { runPush } from './push/run-push.ts';
import type { createRemoteClients } from './remote-clients.ts';
import { RunCut, type RunEnd } from './run-end.ts';
import type { RunServices } from './run-services.ts';

/** A run that ended or rests, as it is stored now. */
export type FinishedRun = RunEnd & { readonly run: SyncRun };

type Tools = {
  readonly services: RunServices;
  readonly clients: ReturnType<typeof createRemoteClients>;
  readonly clock: Clock;
};
type Work = {
  readonly remote: Remote;
  readonly run: SyncRun;
  readonly token: string | null;
  readonly active: ActiveRun;
};

/** Carries out an open run, and tells how far it is. */
export async function carryOutRun(tools: Tools, work: Work): Promise<FinishedRun> {
  const { remote, run, active } = work;
  active.tell({ runId: run.id });
  const end = run.kind === 'pull' ? await pull(tools, work) : await push(tools, work);
  return { ...end, run: tools.services.sync.run(syncActor(remote.name), run.id) };
}

function pull({ services, clients, clock }: Tools, { remote, run, token, active }: Work): Promise<RunEnd> {
  const { signal } = active;
  return runPull({
    ...{ services, clock, remote, run, signal, actor: syncActor(remote.name) },
    client: clients.of(remote, token, { signal, ...waitingOf(active) }),
    budget: clients.budgetOf(remote),
    time: clients.time,
    builds: services.settings.get(systemActor('sync'), 'syncBuilds'),
    onProgress: (progress) => active.tell({ pull: progress }),
  });
}

async function push(
  { services, clients, clock }: Tools,
  { remote, run, token, active }: Work,
): Promise<RunEnd> {
  const actor = syncActor(remote.name);
  const client = clients.of(remote, token, { signal: active.signal, ...waitingOf(active) });
  const total = services.sync.run(actor, run.id).steps.length;
  active.tell({ push: { done: 0, total } });
  const input = { services, actor, client, service: remote.kind, clock };
  const end = await runPush(input, run.id, {
    isStopping: () => active.signal.aborted,
    onStep: (number) => active.tell({ push: { done: number + 1, total } }),
  });
  const { reason } = active.signal;
  if (end.state !== 'paused' || !(reason instanceof RunCut) || reason.how !== 'stop') return end;
  const outcome = 'Stopped. What was sent is kept.';
  await services.sync.finishRun(actor, run.id, 'stopped', outcome);
  return { state: 'stopped', outcome };
}

/** Tells what a run waits for. */
function waitingOf(active: ActiveRun) {
  return {
    onWait: (ms: number, { message }: ServiceFailure) =>
      active.tell({ waiting: `${message} Trying again in ${Math.ceil(ms / 1000)} s.` }),
    onRequest: () => {
      if (active.progress().waiting !== null) active.tell({ waiting: null });
    },
  };
}
