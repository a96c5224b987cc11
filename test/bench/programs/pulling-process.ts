/*
 * Pulls an account in a process of its own, so that its memory is measured alone, and prints one line of JSON.
 * Arguments: data folder, address, name of the remote, `full` or `quick`. The token comes in LECTERN_BENCH_TOKEN.
 */
import { openCore } from '../../../src-server/core.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { createSyncRunner } from '../../../src-server/sync/sync-runner.ts';

/** What a pull took. */
export type PullFigures = {
  readonly state: string;
  readonly outcome: string | null;
  readonly projects: number;
  readonly requests: number;
  /** From the start of the pull to its end. */
  readonly ms: number;
  /** What applying each project took, in milliseconds. */
  readonly applying: readonly number[];
  /** The most memory that this process had, in megabytes. */
  readonly peakMegabytes: number;
};

const ACTOR = systemActor('command');

async function pull(data: string, address: string, name: string, full: boolean): Promise<PullFigures> {
  const core = await openCore({ data, keychain: 'off', builds: false });
  try {
    const { services } = core;
    const applying: number[] = [];
    const timed: typeof services.sync.applyProject = (...given) => {
      const startedAt = performance.now();
      const applied = services.sync.applyProject(...given);
      applying.push(performance.now() - startedAt);
      return applied;
    };
    const runner = createSyncRunner({
      services: { ...services, sync: { ...services.sync, applyProject: timed } },
      ...{ version: '0.0.0', clock: () => Date.now() * 1000, log: (line) => console.error(line) },
    });
    const token = process.env.LECTERN_BENCH_TOKEN ?? '';
    const known = services.remotes.list(ACTOR).find((remote) => remote.name === name);
    const account = { name, address, kind: 'lectern', username: 'bench' } as const;
    const maintainers = [services.users.ensure(ACTOR, 'bench').id];
    const remote = known ?? (await services.remotes.add(ACTOR, { ...account, maintainers }, token));
    const startedAt = performance.now();
    const { run } = await runner.pull(ACTOR, remote.id, { full, ifNoneChosen: 'all' });
    const ms = performance.now() - startedAt;
    await runner.close();
    const { state, outcome, requests, counts } = run;
    const peakMegabytes = process.resourceUsage().maxRSS / 1024;
    const { projects = 0 } = counts as { projects?: number };
    return { state, outcome, projects, requests, ms, applying, peakMegabytes };
  } finally {
    await core.close();
  }
}

const [data = '', address = '', name = 'other', how = 'full'] = process.argv.slice(2);
if (import.meta.main) console.log(JSON.stringify(await pull(data, address, name, how === 'full')));
