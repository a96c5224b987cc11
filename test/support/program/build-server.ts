import { get } from 'node:http';
import { onTestFinished } from 'vitest';
import { type GitRepository, gitRepository, scratchFolder } from '../../builder/git/git-repository.ts';
import { type Gates, gatesIn, writeGatedGit } from './build-gates.ts';
import { type ServingLectern, startLectern } from './lectern-process.ts';

/** A build as the API shows it, as far as tests look at it. */
export type BuildState = {
  readonly id: number;
  readonly state: { readonly code: string };
  readonly success: boolean | null;
  readonly error: string | null;
};

/** A Lectern in a process of its own that runs builds, with one project in it. */
export type BuildServer = ServingLectern & {
  readonly api: (method: string, path: string, body?: unknown) => Promise<{ status: number; json: unknown }>;
  /** Asks for a build of the version; gives its number. */
  readonly trigger: (project: string, version?: string) => Promise<number>;
  readonly build: (project: string, id: number) => Promise<BuildState>;
  /** Waits until the build stands so. */
  readonly until: (project: string, id: number, is: (build: BuildState) => boolean) => Promise<BuildState>;
  /** Reads a page of a project's documentation. */
  readonly page: (project: string, path: string) => Promise<Page>;
};

export type Page = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};

const USER = 'alice';
const TIMEOUT_MS = 60_000;

/** Starts Lectern over the folder so that it builds whatever it is given, with this PATH if one is given. It is stopped when the test ends. */
export async function startBuildServer(data: string, path?: string): Promise<BuildServer> {
  const args = ['--data', data, '--user', USER, '--trust-builds'];
  const env = path === undefined ? {} : { PATH: path };
  const lectern = await startLectern(args, { builds: true, env });
  onTestFinished(() => void lectern.kill());
  const api = apiOf(lectern);
  const build = async (project: string, id: number) =>
    (await api('GET', `/api/v3/projects/${project}/builds/${id}/`)).json as BuildState;
  return {
    ...lectern,
    api,
    build,
    async trigger(project, version = 'latest') {
      const { status, json } = await api('POST', `/api/v3/projects/${project}/versions/${version}/builds/`);
      if (status !== 202) throw new Error(`a trigger was answered with ${status}`);
      return (json as { build: BuildState }).build.id;
    },
    until: (project, id, is) =>
      eventually(
        () => build(project, id),
        is,
        (buildState) => `build ${id} is ${JSON.stringify(buildState)}`,
      ),
    page: (project, path) => readPage(lectern.url, `${project}.localhost`, path),
  };
}

function apiOf({ url, tokens }: ServingLectern): BuildServer['api'] {
  return async (method, path, body) => {
    const headers = { authorization: `Token ${tokens[USER]}`, 'content-type': 'application/json' };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await fetch(url + path, { method, headers, ...(text !== undefined && { body: text }) });
    const received = await answer.text();
    return { status: answer.status, json: received === '' ? undefined : JSON.parse(received) };
  };
}

/** Reads a page under one of the server's other host names, which need not resolve here. */
export function readPage(url: string, host: string, path: string): Promise<Page> {
  const { port } = new URL(url);
  const headers = { host: `${host}:${port}` };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    }).on('error', reject);
  });
}

/** Asks again and again until the answer is right. @throws Error with the last one when it never is */
export async function eventually<T>(
  read: () => T | Promise<T>,
  is: (value: T) => boolean,
  describe: (value: T) => string = (value) => JSON.stringify(value),
): Promise<T> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const value = await read();
    if (is(value)) return value;
    if (Date.now() > end) throw new Error(`it never came: ${describe(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Gates made of files in a folder that goes with the test. */
export function gates(): Gates {
  return gatesIn(scratchFolder());
}

/** A repository whose build copies its pages and passes these gates on the way: `installing`, then `building`. */
export function gatedRepository({ command }: Pick<Gates, 'command'>): GitRepository {
  const repository = gitRepository();
  const jobs = (name: string) => `      - ${JSON.stringify(command(name))}`;
  repository.commit('First', {
    '.readthedocs.yaml': [
      'version: 2',
      'build:',
      '  os: ubuntu-24.04',
      '  tools: { python: "3" }',
      '  jobs:',
      '    create_environment:',
      jobs('installing'),
      '    install:',
      '      - "true"',
      '    build:',
      '      html:',
      `  ${jobs('building')}`,
      '        - mkdir -p $READTHEDOCS_OUTPUT/html',
      '        - cp index.html $READTHEDOCS_OUTPUT/html/',
      '',
    ].join('\n'),
    'index.html': '<title>First</title><h1>First edition</h1>\n',
  });
  return repository;
}

/** Imports the repository as a project of this slug. */
export async function importProject({ api }: BuildServer, name: string, url: string): Promise<void> {
  const body = { name, repository: { url, type: 'git' }, programming_language: 'words', language: 'en' };
  const { status, json } = await api('POST', '/api/v3/projects/', body);
  if (status !== 201) throw new Error(`the import was answered with ${status} ${JSON.stringify(json)}`);
}

/** A folder of programs for the front of PATH, in which `git` waits at the gate `cloning` before it clones. */
export function gatedGit(gates: Pick<Gates, 'command'>): string {
  return writeGatedGit(scratchFolder(), gates);
}
