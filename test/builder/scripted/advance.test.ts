import { describe, expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { eventually, readPage } from '../../support/program/build-server.ts';

const TOKEN = 'a'.repeat(40);

/** Starts Lectern under control, with one project. */
async function start(options: { readonly trustBuilds?: boolean } = {}) {
  const lectern = await openLectern({ port: 0, data: null, builds: true, control: true, ...options });
  onTestFinished(lectern.close);
  const project = {
    name: 'Tides',
    users: ['alice'],
    repository: { url: 'https://git.example/tides', type: 'git' },
  };
  const seed = { users: [{ username: 'alice', token: TOKEN }], projects: [project] };
  await lectern.services.seeds.load(systemActor('command'), parseSeed(seed));
  const api = async (path: string, method = 'GET') => {
    const headers = { authorization: `Token ${TOKEN}` };
    const response = await fetch(`${lectern.url}/api/v3/projects/tides/${path}`, { method, headers });
    return response.json();
  };
  return {
    ...lectern,
    api,
    trigger: async (): Promise<number> => (await api('versions/latest/builds/', 'POST')).build.id,
    /** Calls control; returns status and body. */
    async call(method: string, path: string, body: unknown) {
      const headers = { authorization: `Key ${lectern.control?.key}`, 'content-type': 'application/json' };
      const url = `${lectern.control?.url}${path}`;
      const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
      return { status: response.status, body: await response.json() };
    },
  };
}

describe('POST builds/ID/advance', () => {
  test('moves a build from state to state to its end, and the API tells each', async () => {
    const lectern = await start();
    const id = await lectern.trigger();
    expect(await lectern.api(`builds/${id}/`)).toMatchObject({ state: { code: 'triggered' }, success: null });
    for (const state of ['cloning', 'installing', 'building']) {
      expect(await lectern.call('POST', `builds/${id}/advance`, {})).toMatchObject({
        status: 200,
        body: { id, project: 'tides', version: 'latest', state },
      });
      expect(await lectern.api(`builds/${id}/`)).toMatchObject({ state: { code: state }, success: null });
    }
    const output = 'reading sources... [100%] tides';
    expect(await lectern.call('POST', `builds/${id}/advance`, { output })).toMatchObject({
      body: { state: 'building' },
    });
    expect(await lectern.call('POST', `builds/${id}/advance`, {})).toMatchObject({
      body: { state: 'finished', success: true },
    });
    expect(await lectern.api(`builds/${id}/`)).toMatchObject({ state: { code: 'finished' }, success: true });
    const commands = lectern.store.buildCommands.ofBuild(id);
    expect(commands.map((command) => lectern.store.buildOutput.tailOf(command.id, 1000).text)).toEqual([
      output,
    ]);
  });

  test.each([
    [{ state: 'building' }, { state: 'building', success: null }],
    [{ state: 'finished' }, { state: 'finished', success: true, error: '' }],
    [{ success: false }, { state: 'finished', success: false, error: '' }],
    [{ error: 'The disk is full.' }, { state: 'finished', success: false, error: 'The disk is full.' }],
    [
      { success: true, output: 'done' },
      { state: 'finished', success: true },
    ],
  ])('%j', async (body, expected) => {
    const lectern = await start();
    const id = await lectern.trigger();
    expect(await lectern.call('POST', `builds/${id}/advance`, body)).toMatchObject({
      status: 200,
      body: expected,
    });
  });

  test('refuses what cannot be, and changes nothing', async () => {
    const lectern = await start();
    const id = await lectern.trigger();
    for (const [body, field] of [
      [{ state: 'uploading' }, 'state'],
      [{ succes: true }, 'succes'],
      [{ success: 'yes' }, 'success'],
    ] as const) {
      const answer = await lectern.call('POST', `builds/${id}/advance`, body);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain(field);
    }
    expect(await lectern.call('POST', 'builds/999/advance', {})).toMatchObject({ status: 404 });
    expect(await lectern.call('POST', 'builds/x/advance', {})).toMatchObject({ status: 404 });
    expect(await lectern.api(`builds/${id}/`)).toMatchObject({ state: { code: 'triggered' } });
    await lectern.call('POST', `builds/${id}/advance`, { state: 'building' });
    expect(await lectern.call('POST', `builds/${id}/advance`, { state: 'cloning' })).toMatchObject({
      status: 409,
    });
    await lectern.call('POST', `builds/${id}/advance`, { success: true });
    expect(await lectern.call('POST', `builds/${id}/advance`, {})).toMatchObject({ status: 409 });
  });

  test('a build that waits for it can be cancelled, and several of one version wait together', async () => {
    const lectern = await start();
    const [first, second] = [await lectern.trigger(), await lectern.trigger()];
    await lectern.call('POST', `builds/${first}/advance`, {});
    lectern.services.buildControl.cancel(systemActor('command'), 'tides', first);
    expect(await lectern.api(`builds/${first}/`)).toMatchObject({
      state: { code: 'finished' },
      error: 'Cancelled.',
    });
    expect(await lectern.api(`builds/${second}/`)).toMatchObject({ state: { code: 'triggered' } });
  });

  test('is refused where builds run, with --trust-builds', async () => {
    const lectern = await start({ trustBuilds: true });
    const id = await lectern.trigger();
    expect((await lectern.call('POST', `builds/${id}/advance`, {})).status).toBe(409);
  });
});

describe('PUT projects/SLUG/builder', () => {
  test('attaches a script by name or as it is, which plays at once and publishes pages', async () => {
    const lectern = await start();
    const page = '<title>Tides</title><h1>High water</h1>';
    for (const [script, text] of [
      ['passes', 'A played build'],
      [
        { steps: [{ command: 'make html', output: ['ok'], seconds: 3600 }], pages: { 'index.html': page } },
        'High water',
      ],
    ] as const) {
      expect(await lectern.call('PUT', 'projects/tides/builder', { script })).toMatchObject({ status: 200 });
      const id = await lectern.trigger();
      await eventually(
        () => lectern.api(`builds/${id}/`),
        (build) => build.state.code === 'finished' && build.success === true,
      );
      expect(await readPage(lectern.url, 'tides.localhost', '/en/latest/')).toMatchObject({
        text: expect.stringContaining(text),
      });
    }
    expect(await lectern.call('PUT', 'projects/tides/builder', { script: null })).toMatchObject({
      body: { project: 'tides', script: null },
    });
    const id = await lectern.trigger();
    expect(await lectern.call('POST', `builds/${id}/advance`, {})).toMatchObject({
      body: { state: 'cloning' },
    });
  });

  test.each([
    [{ script: 'nothing' }, 400, 'script'],
    [{ script: { steps: [{ state: 'never' }] } }, 400, 'steps[0].state'],
    [{ script: 5 }, 400, 'script'],
    [{}, 400, 'script'],
  ])('refuses %j', async (body, status, field) => {
    const lectern = await start();
    const answer = await lectern.call('PUT', 'projects/tides/builder', body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toContain(field);
    expect(lectern.store.buildScripts.names()).toEqual([]);
  });

  test('names the scripts that there are', async () => {
    const lectern = await start();
    const answer = await lectern.call('PUT', 'projects/tides/builder', { script: 'nothing' });
    expect(JSON.stringify(answer.body)).toContain('There are passes, fails-in-install,');
  });

  test('knows no other project, and keeps no script then', async () => {
    const lectern = await start();
    expect((await lectern.call('PUT', 'projects/moons/builder', { script: { steps: [] } })).status).toBe(404);
    expect(lectern.store.buildScripts.names()).toEqual([]);
  });
});
