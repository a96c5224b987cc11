import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type OtherSide, projectThere, pullFrom, startOtherSide } from '../gui/sync/other-side.ts';
import type { CallDesk } from './prepare-course.ts';

/** Projects of the account that is pulled. */
const PULLED = ['handle', 'kettle', 'lid', 'spout'];
/** So few requests a minute that a run is still under way when its pictures are taken. */
const SLOW = 3;

/**
 * Three accounts: `there` was pulled, changed on both sides and pushed to in part; `archive` refused its first pull; `slow`
 * is being pulled.
 */
export type LiveAccount = {
  readonly there: OtherSide;
  /** Brings Lectern into the state that the pictures are of. */
  readonly prepare: (desk: CallDesk) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts the services of both accounts. */
export async function startLiveAccount(): Promise<LiveAccount> {
  const there = await startOtherSide(PULLED.map((slug) => projectThere(slug)));
  const [archive, slow] = [await startPassing(there.url), await startPassing(there.url)];
  return {
    there,
    async prepare(desk) {
      await pullFrom(desk, there);
      const [remote = 0] = await remotesOf(desk);
      await untilAtRest(desk, remote);
      await changeHere(desk);
      await pushOne(desk, remote);
      await disagree(desk, there, remote);
      const { token } = there;
      await desk('sync.connect', { name: 'archive', address: archive.url, token });
      await desk('sync.connect', { name: 'slow', address: slow.url, token });
      const [, refusing = 0, pulling = 0] = await remotesOf(desk);
      archive.refuse();
      await desk('sync.pull', { remote: refusing, full: true });
      await untilAtRest(desk, refusing);
      await desk('sync.setBudget', { remote: pulling, budget: SLOW });
      await desk('sync.choose', { remote: pulling, choices: 'all' });
      await desk('sync.pull', { remote: pulling, full: true });
    },
    async stop() {
      archive.stop();
      slow.stop();
      await there.stop();
    },
  };
}

async function remotesOf(desk: CallDesk): Promise<readonly number[]> {
  return ((await desk('sync.remotes')) as readonly { readonly id: number }[]).map(({ id }) => id);
}

async function untilAtRest(desk: CallDesk, remote: number): Promise<void> {
  for (;;) {
    const { progress } = (await desk('sync.state', { remote })) as { readonly progress: unknown };
    if (progress === null) return;
    await setTimeout(100);
  }
}

async function changeHere(desk: CallDesk): Promise<void> {
  for (const slug of PULLED)
    await desk('variables.add', { slug, name: 'SHARED', value: 'furrow', public: false });
  await desk('versions.update', { slug: 'kettle', version: '1.0', body: { active: true } });
  await desk('versions.update', { slug: 'spout', version: 'latest', body: { active: false } });
}

/** Pushes the changes of one project. */
async function pushOne(desk: CallDesk, remote: number): Promise<void> {
  const { steps } = (await desk('sync.projectPlan', { remote, slug: 'handle' })) as {
    readonly steps: readonly { readonly id: string }[];
  };
  await desk('sync.push', { remote, only: steps.map(({ id }) => id) });
  await untilAtRest(desk, remote);
}

/** Changes the same fields on both sides, and pulls. */
async function disagree(desk: CallDesk, { api }: OtherSide, remote: number): Promise<void> {
  await api('PATCH', '/projects/lid/', { name: 'Lid of the kettle', homepage: 'https://there.example' });
  await desk('project.update', {
    slug: 'lid',
    body: { name: 'Lid, glazed', homepage: 'https://here.example' },
  });
  await desk('sync.pull', { remote, full: true });
  await untilAtRest(desk, remote);
}

/** Starts a server that passes requests on, until it is told to refuse every token. */
async function startPassing(target: string) {
  let refuses = false;
  const server = createServer(async (request, response) => {
    const headers = { authorization: request.headers.authorization ?? '' };
    const answer = refuses ? undefined : await fetch(target + (request.url ?? ''), { headers });
    response.writeHead(answer?.status ?? 401, { 'content-type': 'application/json' });
    response.end(answer ? await answer.text() : '{"detail": "Invalid token."}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: () => {
      refuses = true;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
