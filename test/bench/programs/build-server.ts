import { openCore } from '../../../src-server/core.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ServerProcess, startLectern } from './server-process.ts';

/** A Lectern that runs builds, with the token of its user. */
export type BenchBuildServer = ServerProcess & { readonly token: string };

const system = systemActor('command');
/** PATH of Debian's builders; another Python earlier in PATH may lack them. */
export const BUILDERS_PATH = '/usr/bin:/bin';

export type BenchBuildOptions = {
  /** Default: those of this machine. */
  readonly tools?: 'own' | 'machine';
  /** Projects whose `latest` has fast rebuild. */
  readonly fast?: readonly string[];
  readonly atOnce?: number;
};

/** Starts Lectern on a new data folder with these projects. */
export async function startBenchBuildServer(
  data: string,
  repositories: Readonly<Record<string, string>>,
  options: BenchBuildOptions = {},
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
      services.projects.update(actor, name, { build_tools: options.tools ?? 'machine' });
      if (options.fast?.includes(name))
        services.versions.update(actor, name, 'latest', { fast_rebuild: true });
    }
    if (options.atOnce !== undefined)
      services.settings.set({ kind: 'operator', user, door: 'desk' }, { buildsAtOnce: options.atOnce });
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
export async function timeBuild(lectern: BenchBuildServer, project: string): Promise<number> {
  const startedAt = performance.now();
  await runBuild(lectern, project);
  return performance.now() - startedAt;
}

/** Triggers a build and waits for its end; returns its id. @throws Error when it fails */
export async function runBuild({ url, token }: BenchBuildServer, project: string): Promise<number> {
  const path = `${url}/api/v3/projects/${project}/versions/latest/builds/`;
  const headers = { authorization: `Token ${token}` };
  const { build } = (await (await fetch(path, { method: 'POST', headers })).json()) as { build: BuildState };
  await waitForBuild({ url, token }, project, build.id);
  return build.id;
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

/** Returns the milliseconds from the first command of a build that `isFirst` accepts to the end of its last command. */
export async function commandTime(
  { url, token }: Pick<BenchBuildServer, 'url' | 'token'>,
  id: number,
  isFirst: (command: string) => boolean,
): Promise<number> {
  const answer = await fetch(`${url}/api/v2/build/${id}/`, { headers: { authorization: `Token ${token}` } });
  const { commands } = (await answer.json()) as {
    commands: readonly { command: string; start_time: string; end_time: string }[];
  };
  const first = commands.find(({ command }) => isFirst(command));
  const last = commands.at(-1);
  if (!first || !last) throw new Error(`Build ${id} has no such command.`);
  return Date.parse(last.end_time) - Date.parse(first.start_time);
}
