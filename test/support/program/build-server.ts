import { get } from 'node:http';
import { onTestFinished } from 'vitest';
import { type GitRepository, gitRepository, scratchFolder } from '../../builder/git/git-repository.ts';
import { type Gates, gatesIn, writeGatedGit } from './build-gates.ts';
import { type ServingLectern, startLectern } from './lectern-process.ts';

/** The fields of a build in the API that tests use. */
export type BuildState = {
  readonly id: number;
  readonly state: { readonly code: string };
  readonly success: boolean | null;
  readonly error: string | null;
};

/** A Lectern process that runs builds, with one project. */
export type BuildServer = ServingLectern & {
  readonly api: (method: string, path: string, body?: unknown) => Promise<{ status: number; json: unknown }>;
  /** Triggers a build of the version and returns its id. */
  readonly trigger: (project: string, version?: string) => Promise<number>;
  readonly build: (project: string, id: number) => Promise<BuildState>;
  /** Waits until the build matches. */
  readonly until: (project: string, id: number, is: (build: BuildState) => boolean) => Promise<BuildState>;
  /** Reads a page of the documentation of a project. */
  readonly page: (project: string, path: string) => Promise<Page>;
};

export type Page = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};

const USER = 'alice';
/** Only a net under a hang, below the limit of a test, so that the last result is reported. */
const TIMEOUT_MS = 500_000;

/** Starts Lectern on the folder with builds trusted and an optional PATH; stops it after the test. */
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
      if (status !== 202) throw new Error(`triggering a build returned ${status}`);
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

/** Reads a page by one of the server's other host names, which need not resolve. */
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

/** Polls until the result matches. @throws Error with the last result after the time limit */
export async function eventually<T>(
  read: () => T | Promise<T>,
  is: (value: T) => boolean,
  describe: (value: T) => string = (value) => JSON.stringify(value),
): Promise<T> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const value = await read();
    if (is(value)) return value;
    if (Date.now() > end) throw new Error(`timed out, last result: ${describe(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A command that publishes the `index.html` of a repository. */
export const COPY_INDEX = 'mkdir -p $READTHEDOCS_OUTPUT/html && cp index.html $READTHEDOCS_OUTPUT/html/';

/** Returns the configuration of a build that runs these commands alone. */
export function commandsConfig(...commands: readonly string[]): string {
  const lines = commands.map((command) => `    - ${command}`);
  return ['version: 2', 'build:', '  os: ubuntu-24.04', '  commands:', ...lines, ''].join('\n');
}

/** Creates gates in a folder that is removed after the test. */
export function gates(): Gates {
  return gatesIn(scratchFolder());
}

/** Creates a repository whose build passes the gates `installing` and `building` and copies its pages. */
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
  if (status !== 201) throw new Error(`the import returned ${status} ${JSON.stringify(json)}`);
}

/** Creates a folder for the front of PATH whose `git` waits at the gate `cloning` before a clone. */
export function gatedGit(gates: Pick<Gates, 'command'>): string {
  return writeGatedGit(scratchFolder(), gates);
}
