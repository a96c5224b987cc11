import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { Conflict, Invalid } from '../../../src-server/model/base/problems.ts';
import { SKIPPED } from '../../../src-server/model/builds/build-outcome.ts';
import { SCRIPT_PRESETS } from '../../../src-server/model/builds/script-presets.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { errorsOf } from '../../support/api/errors-of.ts';
import { eventually, readPage } from '../../support/program/build-server.ts';
import { scratchFolder } from '../git/git-repository.ts';

const SYSTEM = systemActor('command');
const TOKEN = 'a'.repeat(40);

/** Starts Lectern with one project that nobody has allowed to run code, whose builds a script plays at once. */
async function start(builder?: string) {
  const lectern = await openLectern({
    port: 0,
    keychain: 'off',
    builds: true,
    data: join(scratchFolder(), 'data'),
  });
  onTestFinished(lectern.close);
  const { services } = lectern;
  services.settings.set(SYSTEM, { scriptSpeed: 0 });
  const project = {
    name: 'Tides',
    users: ['alice'],
    repository: { url: 'https://git.example/tides', type: 'git' },
  };
  const seed = {
    users: [{ username: 'alice', token: TOKEN }],
    projects: [{ ...project, ...(builder && { builder }) }],
  };
  await services.seeds.load(SYSTEM, parseSeed(seed));
  return lectern;
}

type Running = Awaited<ReturnType<typeof start>>;
type Answer = {
  readonly state: { readonly code: string };
  readonly success: boolean | null;
  readonly error: string;
};

async function call<T>({ url }: Running, path: string, method = 'GET'): Promise<T> {
  const headers = { authorization: `Token ${TOKEN}` };
  const response = await fetch(`${url}/api/v3/projects/tides/${path}`, { method, headers });
  expect(response.ok).toBe(true);
  return (await response.json()) as T;
}

/** Asks for a build by the API; returns its id. */
async function trigger(lectern: Running): Promise<number> {
  const { build } = await call<{ build: { id: number } }>(lectern, 'versions/latest/builds/', 'POST');
  return build.id;
}

/** Waits until a build is in a state. */
function until(lectern: Running, id: number, state = 'finished'): Promise<Answer> {
  return eventually(
    () => call<Answer>(lectern, `builds/${id}/`),
    (found) => found.state.code === state,
  );
}

/** Returns the whole output of a build, as v2 tells it. */
function outputOf({ store }: Running, id: number): string {
  const commands = store.buildCommands.ofBuild(id);
  return commands.map((command) => store.buildOutput.tailOf(command.id, 10_000_000).text).join('');
}

describe('a build that a script plays', () => {
  test('needs no permission, shows its commands and publishes its pages', async () => {
    const lectern = await start('script:passes');
    const id = await trigger(lectern);
    expect(await until(lectern, id)).toMatchObject({ success: true, error: null });
    expect(lectern.store.buildCommands.ofBuild(id).map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    const page = await readPage(lectern.url, 'tides.localhost', '/en/latest/');
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('A played build') });
  });

  test.each([
    ['fails-in-install', { success: false, error: null }, 'No matching distribution'],
    ['warnings-as-errors', { success: false, error: null }, 'undefined label'],
    ['very-long-log', { success: true }, 'docs/page-100000.rst'],
  ])('ends as its preset %s says', async (name, expected, output) => {
    const lectern = await start(`script:${name}`);
    const id = await trigger(lectern);
    expect(await until(lectern, id)).toMatchObject(expected);
    expect(outputOf(lectern, id)).toContain(output);
  });

  test('waits where its script waits, until it is advanced or cancelled', async () => {
    const lectern = await start('script:hangs');
    const { services } = lectern;
    const id = await trigger(lectern);
    await until(lectern, id, 'installing');
    await eventually(
      () => Promise.resolve(outputOf(lectern, id)),
      (output) => output.includes('Collecting sphinx'),
    );
    services.buildControl.cancel(SYSTEM, 'tides', id);
    expect(await until(lectern, id)).toMatchObject({ success: false, error: 'Cancelled.' });

    services.buildScripts.save(SYSTEM, 'waits', {
      steps: [{ state: 'building' }, { wait: 'advance' }, { command: 'make html', output: ['after'] }],
    });
    services.buildScripts.attach(SYSTEM, 'tides', 'waits');
    const second = await trigger(lectern);
    await until(lectern, second, 'building');
    await advance(lectern, second, { output: 'a line from outside' });
    expect(await until(lectern, second)).toMatchObject({ success: true });
    expect(outputOf(lectern, second)).toBe('a line from outsideafter\n');

    const third = await trigger(lectern);
    await until(lectern, third, 'building');
    await advance(lectern, third, { success: false, error: 'The disk of the builder is full.' });
    expect(await until(lectern, third)).toMatchObject({
      success: false,
      error: 'The disk of the builder is full.',
    });
    expect(() => services.playedBuilds.advance(SYSTEM, third, {})).toThrow(Conflict);
  });

  test('is skipped by exit code 183, and ends by a time-out that its script names', async () => {
    const lectern = await start();
    const { buildScripts } = lectern.services;
    buildScripts.save(SYSTEM, 'skips', { steps: [{ command: 'exit 183', exit: 183 }] });
    buildScripts.save(SYSTEM, 'too-slow', { steps: [{ pause: 3600 }], end: 'timeout' });
    buildScripts.attach(SYSTEM, 'tides', 'skips');
    expect(await until(lectern, await trigger(lectern))).toMatchObject({ success: false, error: SKIPPED });
    buildScripts.attach(SYSTEM, 'tides', 'too-slow');
    const end = await until(lectern, await trigger(lectern));
    expect(end).toMatchObject({ success: false, error: 'Build exited due to time out' });
  });

  test('runs again, for which it needs the permission, once undo has taken its script away', async () => {
    const lectern = await start();
    const { services } = lectern;
    services.buildScripts.attach(SYSTEM, 'tides', 'passes');
    const [newest] = lectern.store.journal.newest(0, 1);
    services.undo.apply(SYSTEM, newest?.batch ?? 0);
    const end = await until(lectern, await trigger(lectern));
    expect(end).toMatchObject({
      success: false,
      error: expect.stringContaining("aren't allowed on this computer yet"),
    });
  });
});

/** Advances a build as soon as its script waits. */
async function advance({ services }: Running, id: number, body: object): Promise<void> {
  await eventually(
    () => {
      try {
        return services.playedBuilds.advance(SYSTEM, id, body) !== undefined;
      } catch (error) {
        if (error instanceof Conflict) return false;
        throw error;
      }
    },
    (isDone) => isDone,
  );
}

describe('a script with a mistake is refused, with its place', () => {
  test.each([
    [{ steps: [{ state: 'uploading' }] }, 'steps[0].state'],
    [{ steps: [{ comand: 'make' }] }, 'steps[0].comand'],
    [{ steps: [{ command: 'make', output: [{ txt: 'a' }] }] }, 'steps[0].output[0].txt'],
    [{ steps: [{ command: 'make', exit: 'no' }] }, 'steps[0].exit'],
    [{ steps: [{ pause: -1 }] }, 'steps[0].pause'],
    [{ end: 'never' }, 'end'],
    [{ pages: { '../../etc/passwd': 'x', 'index.html': 'x' } }, 'pages.../../etc/passwd'],
    [{ pages: { 'guide.html': 'x' } }, 'pages'],
    [{ steps: [{ command: 'make', output: [{ text: 'x'.repeat(10_000), repeat: 200_000 }] }] }, 'steps'],
    ['passes', 'script'],
    [null, 'script'],
  ])('%#: %o', async (script, place) => {
    const { services } = await start();
    expect(Object.keys(errorsOf(() => services.buildScripts.save(SYSTEM, 'mine', script)) ?? {})).toContain(
      place,
    );
  });

  test('and so are the name of a preset, a name of no script, and a seed file that names one', async () => {
    const { services } = await start();
    for (const name of [...Object.keys(SCRIPT_PRESETS), 'Über', '../x', ''])
      expect(() => services.buildScripts.save(SYSTEM, name, {})).toThrow(Invalid);
    expect(() => services.buildScripts.attach(SYSTEM, 'tides', 'nothing')).toThrow(Invalid);
    await expect(start('script:nothing')).rejects.toMatchObject({
      errors: { 'projects[0].builder': ['There is no build script of this name.'] },
    });
  });
});
