import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ControlClient, createControlClient } from '../../src-server/testing/control-client.ts';
import { testEnvironment } from '../support/program/lectern-process.ts';
import { PACKED_TESTING } from '../support/runner/packed-program.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';
import { startLectern } from './programs/server-process.ts';
import { atMost, median, type Result } from './report.ts';
import { type BenchStore, fillStore } from './stores.ts';

const START_ROUNDS = 7;
const ROUNDS = 101;
const LARGE_ROUNDS = 7;
const SUITE_ROUNDS = 5;
/** Projects that a test changes before the next reset. */
const CHANGED = 20;
const EMPTY = 'empty';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Note = (result: Result) => void;

/**
 * Measures what a test suite waits for: starts, resets of a small world in memory and on the disk, and 50 tests of a
 * client; and restores of a large world, from request to response.
 */
export async function measureResets(
  folder: string,
  projects: number,
  builds: number,
  note: Note,
): Promise<void> {
  const starts = await timeStarts();
  note(atMost('startLectern, ms', median(starts), 400, `to a server that answers; ${slowest(starts)}`));
  const memory = await timeMemory();
  note(atMost('reset of a small world in memory, ms', median(memory), 20, slowest(memory)));

  mkdirSync(folder, { recursive: true });
  const small = join(folder, 'small');
  await fillStore(small, 10, 100);
  const disk = await timeControl(small, ROUNDS);
  note(atMost('reset of a small world on the disk, ms', median(disk), 50, slowest(disk)));
  await measureRestores(join(folder, 'large'), projects, builds, note);

  const suites = Array.from({ length: SUITE_ROUNDS }, timeClientTests);
  note(atMost('50 tests of a client, ms', median(suites), 3_000, `a reset before each; ${slowest(suites)}`));
}

/** Restores a large world after what a test changes, and in place of an empty one, so that every row is written. */
async function measureRestores(data: string, projects: number, builds: number, note: Note): Promise<void> {
  const empty = await startLectern(data, '--control');
  await controlOf(empty).snapshots.take(EMPTY);
  await empty.stop();
  const store = await fillStore(data, projects, builds);
  const world = `${projects.toLocaleString('en')} projects, ${builds.toLocaleString('en')} builds`;

  const few = await timeControl(data, LARGE_ROUNDS, (_, url) => changeProjects(url, store));
  const detail = `${world}; ${CHANGED} changed; ${slowest(few)}`;
  note(atMost('restore of 10,000 projects after a few changes, ms', median(few), 1_000, detail));

  const all = await timeControl(data, LARGE_ROUNDS, (control) => control.reset(EMPTY));
  const whole = `${world} in place of none; ${slowest(all)}`;
  note(atMost('restore of 10,000 projects, ms', median(all), 1_000, whole));
}

/** Starts a Lectern by `lectern/testing` of the packed program. */
async function startTestLectern() {
  const { startLectern: start } = (await import(
    PACKED_TESTING
  )) as typeof import('../../src-server/testing/testing.ts');
  return start({ seed: SAMPLE_SEED, args: ['--keychain', 'off'] });
}

async function timeStarts(): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < START_ROUNDS; round += 1) {
    const startedAt = performance.now();
    const lectern = await startTestLectern();
    times.push(performance.now() - startedAt);
    await lectern.close();
  }
  return times;
}

async function timeMemory(): Promise<number[]> {
  const lectern = await startTestLectern();
  try {
    return await timeResets(lectern.control, ROUNDS);
  } finally {
    await lectern.close();
  }
}

type Before = (control: ControlClient, url: string) => Promise<unknown>;

async function timeControl(data: string, rounds: number, before?: Before): Promise<number[]> {
  const server = await startLectern(data, '--control');
  try {
    return await timeResets(controlOf(server), rounds, (control) => before?.(control, server.url));
  } finally {
    await server.stop();
  }
}

function controlOf({ control }: Awaited<ReturnType<typeof startLectern>>): ControlClient {
  return createControlClient(control?.url ?? '', control?.key ?? '');
}

async function timeResets(
  control: ControlClient,
  rounds: number,
  before?: (control: ControlClient) => Promise<unknown> | undefined,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await before?.(control);
    const startedAt = performance.now();
    await control.reset();
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Changes what a test would: some projects, and a redirect of each. */
async function changeProjects(url: string, { token, busyProject }: BenchStore): Promise<void> {
  for (let index = 0; index < CHANGED; index += 1) {
    const project = `/api/v3/projects/${busyProject.replace(/\d+$/, String(index).padStart(5, '0'))}/`;
    await send(url + project, 'PATCH', token, { homepage: `https://example.com/changed/${index}` });
    const redirect = { type: 'page', from_url: `/${index}.html`, to_url: '/new.html' };
    await send(`${url}${project}redirects/`, 'POST', token, redirect);
  }
}

async function send(url: string, method: string, token: string, body: object): Promise<void> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}`);
  await answer.arrayBuffer();
}

/** Runs the example's tests as their author would, with the sources in place of the package. */
function timeClientTests(): number {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--conditions=lectern-source',
      '--test',
      '--test-reporter=tap',
      'docs/examples/client-tests/redirects-client.test.mjs',
    ],
    { cwd: ROOT, encoding: 'utf8', env: testEnvironment() },
  );
  const time = performance.now() - startedAt;
  if (status !== 0 || !stdout.includes('# pass 50\n'))
    throw new Error(`The tests failed:\n${stdout}${stderr}`);
  return time;
}

function slowest(times: readonly number[]): string {
  return `the slowest of ${times.length} took ${Math.round(Math.max(...times))} ms`;
}
