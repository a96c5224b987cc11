import type { FinishedRun } from '../../src-server/sync/carry-out-run.ts';
import { createSyncRunner, type SyncRunner, type Watch } from '../../src-server/sync/sync-runner.ts';
import { testTime } from '../support/sync/client-time.ts';
import { OWNER, type Side } from './in-process-side.ts';

/** Which side of a conflict is kept: the values here or those there. */
export type Keep = 'mine' | 'theirs';
/** Takes the steps of a plan that are pushed, by their place. */
export type Choose = (index: number) => boolean;

/** What one side does with its only remote. */
export type SideSync = {
  readonly remoteId: number;
  readonly runner: SyncRunner;
  /** Pulls, or goes on with the run that was cut off. */
  readonly pull: (full?: boolean) => Promise<FinishedRun>;
  /** Pushes the chosen steps, or goes on with the run that was cut off. Null: there is nothing to push. */
  readonly push: (isChosen?: Choose, watch?: Watch) => Promise<FinishedRun | null>;
  /** Gives up the run that was cut off. */
  readonly stop: () => Promise<void>;
  /** Whether a run was cut off and can go on. */
  readonly isCutOff: () => boolean;
  /** Decides all conflicts; returns how many there were. */
  readonly resolve: (keep: Keep) => Promise<number>;
  /** Types values of the variables that can be sent only whole, and have none that was typed since. */
  readonly typeValues: (value: () => string) => Promise<void>;
  /** Whether what was agreed is out of date, so that a push is refused. */
  readonly isOutdated: () => Promise<boolean>;
};

const PAGE = { limit: 1_000, offset: 0 };

/** Connects a side with another one. */
export async function connectSides(here: Side, there: Pick<Side, 'url' | 'token'>): Promise<void> {
  const { core, operator } = here;
  const { remotes, users } = core.services;
  const maintainers = [users.ensure(operator, OWNER).id];
  const account = { name: 'live', kind: 'lectern', username: OWNER, maintainers } as const;
  await remotes.add(operator, { ...account, address: there.url }, there.token);
}

/** Returns what a side does with its remote, through this `fetch`. Nothing waits. */
export function syncSide({ core, operator, clock }: Side, send: typeof fetch): SideSync {
  const { services } = core;
  const { remotes, sync } = services;
  const [first] = remotes.list(operator);
  if (!first) throw new Error('This side has no remote.');
  const remoteId = first.id;
  const runner = createSyncRunner({
    ...{ services, clock, version: '0.0.0', log: (line: string) => console.error(line) },
    ...{ time: testTime(), random: () => 0, fetch: send },
  });
  const openRun = () => remotes.list(operator)[0]?.openRun ?? null;

  return {
    remoteId,
    runner,
    stop: () => runner.stop(operator, remoteId),
    isCutOff: () => openRun() !== null,
    async pull(full = true) {
      const { isOutdated } = await remotes.credentials(operator, remoteId);
      const open = openRun();
      const isPast = isOutdated && open?.kind === 'push';
      return open && !isPast ? runner.resume(operator, remoteId) : runner.pull(operator, remoteId, { full });
    },
    async push(isChosen = () => true, watch = {}) {
      if (openRun()) return runner.resume(operator, remoteId, watch);
      const { steps } = await sync.plan(operator, remoteId, {});
      const only = steps.flatMap(({ id }, index) => (isChosen(index) ? [id] : []));
      return only.length === 0 ? null : runner.push(operator, remoteId, { ...watch, only });
    },
    async resolve(keep) {
      const { items } = sync.conflicts(operator, remoteId, {}, PAGE);
      const ids = items.map(({ id }) => id);
      if (ids.length > 0) await sync.resolve(operator, remoteId, ids, keep);
      return ids.length;
    },
    async typeValues(value) {
      const { held } = await sync.plan(operator, remoteId, {});
      for (const { kind, key, project, reason } of held) {
        if (kind !== 'variable') throw new Error(`The ${kind} ${key} is never sent: ${reason}`);
        await services.environmentVariables.replace(operator, project, key, value());
      }
    },
    isOutdated: async () => (await remotes.credentials(operator, remoteId)).isOutdated,
  };
}
