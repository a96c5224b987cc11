import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { FAULT_PRESET_NAMES } from '../../src-server/model/faults/fault-presets.ts';
import {
  ControlError,
  type Fault,
  type FaultPreset,
  type FaultRule,
} from '../../src-server/testing/control-client.ts';
import { type StartOptions, startLectern } from '../../src-server/testing/testing.ts';
import { projectNamed } from '../support/api/control-server.ts';

async function start(options?: StartOptions) {
  const lectern = await startLectern({ ...options, args: ['--keychain', 'off'] });
  onTestFinished(() => lectern.close());
  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(lectern.url + path, {
      method,
      headers: { authorization: `Token ${lectern.tokens.alice}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { readonly count: number; readonly created: string };
  };
  return { lectern, api };
}

test('startLectern gives a world that is set, reset and observed', async () => {
  const repository = { url: 'https://example.org/guide.git', type: 'git' };
  const project = { slug: 'guide', name: 'Guide', users: ['alice'], repository };
  const seed = { users: [{ username: 'alice' }], projects: [project] };
  const { lectern, api } = await start({ users: ['alice', 'bob'], seed });
  expect(Object.keys(lectern.tokens)).toEqual(['alice', 'bob']);
  const { count } = await api('GET', '/api/v3/projects/');
  expect(count).toBe(1);
  await lectern.control.clock.set({ mode: 'still', now: '2030-01-01T00:00:00Z' });
  const made = await api('POST', '/api/v3/projects/', projectNamed('Almanac'));
  expect(made.created).toBe('2030-01-01T00:00:00Z');
  await lectern.control.snapshots.take('two', 'with almanac');
  expect((await lectern.reset()).snapshot).toBe('start');
  expect((await api('GET', '/api/v3/projects/')).count).toBe(1);
  await lectern.reset('two');
  expect((await api('GET', '/api/v3/projects/')).count).toBe(2);
  const failed = await lectern.reset('three').catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ControlError);
  expect(failed).toMatchObject({ status: 404 });
});

test('its types say what rules of faults and requests are', async () => {
  const { lectern, api } = await start();
  const { faults } = lectern;
  const names = FAULT_PRESET_NAMES satisfies readonly FaultPreset['preset'][];
  const ofPresets: Fault[] = [];
  for (const preset of names) {
    const { results } = await faults.add({ preset });
    ofPresets.push(...results);
  }
  expect(await faults.list()).toEqual(ofPresets);
  await faults.clear();
  const rule: FaultRule = { name: 'Busy', perMinute: { user: 1, anonymous: 1 }, answer: { status: 429 } };
  const added: Fault = await faults.add(rule);
  const state = { on: true, over: false, pinned: false, matched: 0, played: 0 };
  expect(added).toEqual({ id: added.id, ...rule, match: {}, ...state });
  const replaced: Fault = await faults.replace(added.id, { ...rule, answer: { status: 503 } });
  expect(replaced).toMatchObject({ id: added.id, answer: { status: 503 }, ...state });
  for (let count = 0; count < 3; count += 1) await api('GET', `/api/v3/projects/?limit=${count + 1}`);
  expect(await faults.list()).toMatchObject([{ matched: 3, played: 2 }]);
  expect((await lectern.requests({ limit: 1 })).map(({ path }) => path)).toEqual([
    '/api/v3/projects/?limit=3',
  ]);
});

test('a start that fails says why', async () => {
  await expect(startLectern({ args: ['--no-such-option'] })).rejects.toThrow(/no-such-option/);
});

test('it ends with a parent that is killed', async () => {
  const module = fileURLToPath(new URL('../../src-server/testing/testing.ts', import.meta.url));
  const script = `import { startLectern } from ${JSON.stringify(module)};
    const { url } = await startLectern({ args: ['--keychain', 'off'] });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const url = line.toString().trim();
  expect((await fetch(url)).status).toBe(200);
  parent.kill('SIGKILL');
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => 'up',
          () => 'gone',
        ),
      { timeout: 60_000 },
    )
    .toBe('gone');
});
