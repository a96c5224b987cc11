import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCore } from '../../../src-server/core.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import type { PullFigures } from '../programs/pulling-process.ts';
import { startLectern } from '../programs/server-process.ts';
import { atMost, median, type Result } from '../report.ts';
import { measureSyncScreens } from '../window/sync-screen.ts';
import { type AccountSize, accountSlug, fillAccount } from './accounts.ts';

/** Sizes that are measured; smaller ones try the measurement itself. */
export type SyncSizes = {
  /** Projects of the account whose requests and times are measured. */
  readonly account: number;
  readonly fewProjects: number;
  readonly manyProjects: number;
  readonly linked: number;
};
type Note = (result: Result) => void;

export const SYNC_SIZES: SyncSizes = { account: 30, fewProjects: 100, manyProjects: 1_000, linked: 10_000 };

const PROJECT = { versions: 40, redirects: 20, builds: 20 } as const;
const ROUNDS = 5;
const PAGE = { limit: 100, offset: 0 } as const;
const ACTOR = systemActor('command');
const PULLING = fileURLToPath(new URL('../programs/pulling-process.ts', import.meta.url));

/** Measures pulls from a second Lectern in the dialect of today, and the window with and during large ones. */
export async function measureSync(folder: string, sizes: SyncSizes, note: Note): Promise<void> {
  const account = await pullAccount(folder, 'account', { ...PROJECT, projects: sizes.account });
  note(
    atMost('requests a project of a full pull', account.requests / account.projects, 6, describe(account)),
  );
  const mean = account.applying.reduce((sum, ms) => sum + ms, 0) / account.applying.length;
  const applying = `the middle one ${median(account.applying).toFixed(1)} ms, the longest ${Math.max(...account.applying).toFixed(1)} ms`;
  note(atMost('applying a pulled project, ms', mean, 20, applying));

  const few = await pullAccount(folder, 'few', { ...PROJECT, projects: sizes.fewProjects });
  const many = await pullAccount(folder, 'many', { ...PROJECT, projects: sizes.manyProjects });
  const [less, more] = [few.peakMegabytes, many.peakMegabytes].map(Math.round);
  const peaks = `${more} MB with ${many.projects} projects against ${less} MB with ${few.projects}`;
  note(
    atMost(
      'peak memory of a pull, ten times the projects',
      many.peakMegabytes / few.peakMegabytes,
      1.25,
      peaks,
    ),
  );
  await measureMany(folder, sizes.linked, note);
}

function describe({ requests, projects, ms }: PullFigures): string {
  return `${requests} requests for ${projects} projects in ${Math.round(ms)} ms; 40 versions, 20 redirects and 20 builds each`;
}

/** Fills an account of this size, serves it, and pulls it into an empty folder. */
async function pullAccount(folder: string, name: string, size: AccountSize): Promise<PullFigures> {
  return withAccount(join(folder, `${name}-there`), size, async (url, token) =>
    pullInProcess(join(folder, name), url, token),
  );
}

/** Serves an account of this size while `work` runs. */
async function withAccount<T>(
  there: string,
  size: AccountSize,
  work: (url: string, token: string) => Promise<T>,
): Promise<T> {
  const token = await fillAccount(there, size);
  const server = await startLectern(there, '--dialect', 'current', '--no-builds', '--quiet');
  try {
    return await work(server.url, token);
  } finally {
    await server.stop();
  }
}

/** Pulls all of an account in a process of its own. */
function pullInProcess(data: string, url: string, token: string): PullFigures {
  const line = execFileSync(process.execPath, [PULLING, data, url, 'other', 'full'], {
    ...{ encoding: 'utf8', env: { ...process.env, LECTERN_BENCH_TOKEN: token } },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const figures = JSON.parse(line) as PullFigures;
  if (figures.state !== 'done') throw new Error(`The pull ended ${figures.state}: ${figures.outcome}`);
  return figures;
}

/** Measures Outgoing with changes in every one of many linked projects, and the window while as many are pulled. */
async function measureMany(folder: string, projects: number, note: Note): Promise<void> {
  const size = { projects, versions: 3, redirects: 2, builds: 0 };
  await withAccount(join(folder, 'linked-there'), size, async (url, token) => {
    const linked = { scratch: join(folder, 'linked'), remote: 'other', projects };
    const data = join(linked.scratch, 'data');
    mkdirSync(linked.scratch);
    pullInProcess(data, url, token);
    await measureOutgoing(data, projects, note);
    const scratch = join(folder, 'window');
    mkdirSync(scratch);
    await measureSyncScreens({ scratch, linked, account: { url, token, projects } }, note);
  });
}

/** Measures the first page of outgoing changes when every linked project was changed: uncounted, then counted. */
async function measureOutgoing(data: string, linked: number, note: Note): Promise<void> {
  const core = await openCore({ data, keychain: 'off', builds: false });
  try {
    const { services, store } = core;
    const [remote] = services.remotes.list(ACTOR);
    if (!remote) throw new Error('The remote is gone.');
    store.change(() => {
      for (let index = 0; index < linked; index += 1)
        services.projects.update(ACTOR, accountSlug(index), { homepage: 'https://example.com/moved' });
    });
    const times: number[] = [];
    const time = () => {
      const startedAt = performance.now();
      services.remotes.list(ACTOR);
      const { count } = services.sync.outgoing(ACTOR, remote.id, {}, PAGE);
      times.push(performance.now() - startedAt);
      return count;
    };
    time();
    const startedAt = performance.now();
    await services.sync.refresh(ACTOR, remote.id);
    const counting = performance.now() - startedAt;
    for (let round = 0; round < ROUNDS; round += 1) {
      const count = time();
      if (count !== linked) throw new Error(`${count} of ${linked} projects are outgoing`);
    }
    const detail = `the slowest of ${times.length}; the first before anything was counted; counting all took ${Math.round(counting)} ms in slices`;
    note(atMost('outgoing changes of 10,000 linked projects, ms', Math.max(...times), 200, detail));
  } finally {
    await core.close();
  }
}
