import { openCore } from '../../../src-server/core.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ServerProcess, startLectern } from './server-process.ts';

/** A Lectern that runs builds, with the token of its user. */
export type BenchBuildServer = ServerProcess & { readonly token: string };

const system = systemActor('command');
/** PATH of Debian's builders; another Python earlier in PATH may lack them. */
export const BUILDERS_PATH = '/usr/bin:/bin';

/** Starts Lectern on a new data folder with these projects, which build with the tools of this machine. */
export async function startBenchBuildServer(
  data: string,
  repositories: Readonly<Record<string, string>>,
): Promise<BenchBuildServer> {
  const core = await openCore({ data, keychain: 'off' });
  let token: string;
  try {
    const { services } = core;
    const user = services.users.ensure(system, 'bench');
    token = services.tokens.create(system, user, 'bench').token;
    const actor = { kind: 'user', user, door: 'desk' } as const;
    for (const [name, url] of Object.entries(repositories)) {
      services.projects.create(actor, { name, repository: { url, type: 'git' } });
      services.projects.update(actor, name, { build_tools: 'machine' });
    }
  } finally {
    await core.close();
  }
  const before = process.env.PATH;
  process.env.PATH = BUILDERS_PATH;
  try {
    return { ...(await startLectern(data, '--trust-builds')), token };
  } finally {
    process.env.PATH = before;
  }
}

type BuildState = {
  readonly id: number;
  readonly state: { readonly code: string };
  readonly success: boolean | null;
  readonly error: string | null;
};

/** Triggers a build and waits for its end; returns the milliseconds. @throws Error when it fails */
export async function timeBuild({ url, token }: BenchBuildServer, project: string): Promise<number> {
  const startedAt = performance.now();
  const path = `${url}/api/v3/projects/${project}/versions/latest/builds/`;
  const headers = { authorization: `Token ${token}` };
  const { build } = (await (await fetch(path, { method: 'POST', headers })).json()) as { build: BuildState };
  await waitForBuild({ url, token }, project, build.id);
  return performance.now() - startedAt;
}

/** Waits for the end of a build. @throws Error when it fails */
export async function waitForBuild(
  { url, token }: Pick<BenchBuildServer, 'url' | 'token'>,
  project: string,
  id: number,
): Promise<void> {
  const headers = { authorization: `Token ${token}` };
  for (;;) {
    const answer = await fetch(`${url}/api/v3/projects/${project}/builds/${id}/`, { headers });
    const { state, success, error } = (await answer.json()) as BuildState;
    if (state.code === 'finished' && success) return;
    if (state.code === 'finished') throw new Error(`Build ${id} of ${project} failed: ${error}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
