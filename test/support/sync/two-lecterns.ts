import { onTestFinished } from 'vitest';
import { type Lectern, openLectern } from '../../../src-server/lectern.ts';
import type { LecternOptions } from '../../../src-server/options.ts';
import { type Actor, systemActor } from '../../../src-server/services/kernel/actor.ts';
import type { SyncRunner } from '../../../src-server/sync/sync-runner.ts';
import { sideState, withoutValues } from '../../sync/side-state.ts';
import { type ApiServer, type StartOptions, startApi } from '../api/api-server.ts';
import { type TestClock, testClock } from '../test-clock.ts';
import { type BreakingProxy, breakingProxy } from './breaking-proxy.ts';
import { type TestTime, testTime } from './client-time.ts';

/** The account there whose projects are pulled. */
export const ACCOUNT = 'ana';

export type TwoOptions = {
  /** Projects of the account there, in the format of seed files. */
  readonly projects: readonly object[];
  readonly throttle?: boolean;
  /** Requests a minute; default: no limit. */
  readonly budget?: number;
  readonly server?: StartOptions;
  /** A running side to connect with instead of another one. */
  readonly there?: ApiServer;
  readonly core?: LecternOptions;
};

/** A Lectern that syncs, and another one that is its remote, behind a proxy. */
export type TwoLecterns = {
  readonly there: ApiServer;
  readonly proxy: BreakingProxy;
  readonly clockThere: TestClock;
  /** The time of the syncing side; its waits move the clock there. */
  readonly time: TestTime;
  readonly operator: Actor;
  readonly remoteId: number;
  readonly here: () => Lectern;
  readonly runner: () => Promise<SyncRunner>;
  /** Closes all that was opened; the end of the test does so too. */
  readonly close: () => Promise<void>;
  /** Closes the syncing side and opens it again; its data has to be in a folder. */
  readonly reopen: () => Promise<void>;
  /** Answers requests of the syncing side instead of the other one; undefined lets them pass. */
  readonly answerInstead: (answer: InsteadOf | undefined) => void;
  /** What a push could send, of both sides. */
  readonly states: () => Promise<{ readonly here: SideState; readonly there: SideState }>;
};
/** Returns the answer to a request of the syncing side, or undefined. */
export type InsteadOf = (url: URL, init: RequestInit) => Response | Promise<Response> | undefined;
type SideState = Awaited<ReturnType<typeof sideState>>;

/** Opens both in this process, on real SQLite, and connects them. */
export async function twoLecterns({
  projects,
  throttle = false,
  budget,
  ...options
}: TwoOptions): Promise<TwoLecterns> {
  const clockThere = testClock({ step: throttle ? 0 : 1 });
  const there =
    options.there ??
    (await startApi({
      ...{ dialect: 'current', throttle, clock: clockThere, users: [] },
      seed: { users: [{ username: ACCOUNT, token: 'a1'.repeat(20) }], projects },
      ...options.server,
    }));
  const proxy = await breakingProxy(there.url);
  const time = testTime((ms) => clockThere.advance(Math.ceil(ms / 1000)));
  let instead: InsteadOf | undefined;
  const open = () =>
    openLectern({
      ...{ data: null, port: 0, dialect: 'current', requestLog: false, keychain: 'off' },
      clock: testClock({ step: 1 }),
      sync: {
        time,
        random: () => 0.5,
        fetch: async (url, init) => (await instead?.(url, init)) ?? fetch(url, init),
      },
      ...options.core,
    });
  let core = await open();
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await core.close();
    await proxy.close();
    if (!options.there) await there.close();
  };
  onTestFinished(close);
  const operator = systemActor('command');
  const token = there.tokens[ACCOUNT] ?? '';
  const me = core.services.users.ensure(operator, ACCOUNT);
  const tokenHere = core.services.tokens.create(operator, me, 'test').token;
  const input = { name: 'there', address: proxy.url, kind: 'lectern' as const, username: ACCOUNT };
  const remote = await core.services.remotes.add(operator, { ...input, budget: budget ?? null }, token);
  return {
    ...{ there, proxy, clockThere, time, operator, remoteId: remote.id, close },
    here: () => core,
    runner: () => core.sync(),
    async reopen() {
      await core.close();
      core = await open();
    },
    answerInstead(answer) {
      instead = answer;
    },
    states: async () => ({
      here: withoutValues(await sideState({ core, call: callerOf(core.url, tokenHere) })),
      there: withoutValues(
        await sideState({
          core: there.lectern,
          // Reading the state is no part of what the service limits.
          call: callerOf(there.url, token, () => clockThere.advance(2)),
        }),
      ),
    }),
  };
}

function callerOf(url: string, token: string, before = () => {}) {
  return async (method: string, path: string) => {
    before();
    const headers = { authorization: `Token ${token}` };
    const answer = await fetch(`${url}/api/v3/${path}`, { method, headers });
    return { status: answer.status, json: await answer.json() };
  };
}

/** Returns a project with `versions`, `redirects` and `variables` of each kind, in the format of seed files. */
export function seedProject(
  slug: string,
  {
    versions = 3,
    redirects = 2,
    variables = 2,
    builds = 2,
    ...more
  }: Readonly<Record<string, unknown>> & {
    readonly versions?: number;
    readonly redirects?: number;
    readonly variables?: number;
    readonly builds?: number;
  } = {},
): object {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  return {
    ...{
      slug,
      name: `Project ${slug}`,
      users: [ACCOUNT],
      versioning_scheme: 'multiple_versions_with_translations',
    },
    repository: { url: `https://github.com/acme/${slug}.git`, type: 'git' },
    ...{ tags: ['steam'], homepage: `https://${slug}.example/`, language: 'en', programming_language: 'py' },
    versions: numbers(versions).map((at) => ({
      ...{
        verbose_name: at === 0 ? 'latest' : `${at}.0`,
        identifier: at === 0 ? 'main' : `${at}`.repeat(40),
      },
      ...{ type: at === 0 ? 'branch' : 'tag', active: at < 2, built: at < 2, hidden: at === 2 },
      builds: at > 0 ? [] : numbers(builds).map((build) => seedBuild(build)),
    })),
    redirects: numbers(redirects).map((at) => ({
      ...{ type: 'page', from_url: `/from-${at}`, to_url: `/to-${at}` },
    })),
    environment_variables: numbers(variables).map((at) => ({ name: `KEY_${at}`, value: `value ${at}` })),
    ...more,
  };
}

function seedBuild(at: number): object {
  const created = `2025-01-${String((at % 28) + 1).padStart(2, '0')}T10:00:00Z`;
  return { created, state: 'finished', success: true, commit: 'c'.repeat(40), duration: 10 };
}
