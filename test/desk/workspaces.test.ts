import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { machineWorkspaces } from '../../src-server/host/workspaces/machine-workspaces.ts';
import { openLectern } from '../../src-server/lectern.ts';
import type { LecternOptions } from '../../src-server/options.ts';
import { tryDesk } from '../support/api/call-desk.ts';
import { OPERATOR } from '../support/store/seed-store.ts';

const place = mkdtempSync(join(tmpdir(), 'lectern-fixed-'));
const { XDG_DATA_HOME } = process.env;
// Home and the workspaces of this computer are somewhere else.
beforeAll(() => {
  process.env.XDG_DATA_HOME = place;
});
afterAll(() => {
  if (XDG_DATA_HOME === undefined) delete process.env.XDG_DATA_HOME;
  else process.env.XDG_DATA_HOME = XDG_DATA_HOME;
  rmSync(place, { recursive: true, force: true });
});

async function stateOf(options: Pick<LecternOptions, 'data' | 'control'>) {
  const lectern = await openLectern({ ...options, port: 0, keychain: 'off', requestLog: false });
  try {
    const { data } = await tryDesk(lectern, 'workspaces.state');
    const { refused } = await tryDesk(lectern, 'workspaces.switch', { id: 'home' });
    expect(refused?.message).toBe((data as { whyFixed: string }).whyFixed);
    return data;
  } finally {
    await lectern.close();
  }
}

test('a window that cannot switch knows its workspace, and says why it stays', async () => {
  const registry = machineWorkspaces({ keychain: 'off', log: () => {} });
  expect(registry.list(OPERATOR).map(({ folder }) => folder)).toEqual([join(place, 'lectern')]);
  const training = await registry.create(OPERATOR, { name: 'Training', color: 'violet' });

  expect(await stateOf({ data: training.folder, control: true })).toMatchObject({
    current: { name: 'Training', color: 'violet', isHome: false },
    label: 'Training',
    whyFixed: expect.stringContaining('without --control'),
  });
  expect(await stateOf({ data: training.folder })).toMatchObject({
    label: 'Training',
    whyFixed: 'Lectern was started with a data folder of its own. Start it without one to switch.',
  });
  expect(await stateOf({ data: join(place, 'elsewhere') })).toMatchObject({
    ...{ current: null, label: 'Data folder' },
  });
  expect(await stateOf({ data: null, control: true })).toMatchObject({
    current: null,
    label: 'In memory',
    whyFixed: expect.stringContaining('without --memory'),
  });
});

test('control is opened and closed in the window, but never on Home', async () => {
  const home = await openLectern({
    data: join(place, 'lectern'),
    port: 0,
    keychain: 'off',
    requestLog: false,
  });
  expect((await tryDesk(home, 'settings.control')).data).toMatchObject({ isFixed: false, open: null });
  expect((await tryDesk(home, 'settings.setControl', { on: true })).refused?.message).toBe(
    'Control can erase everything, so it is never opened on Home. Switch to another workspace.',
  );
  await home.close();

  const data = join(place, 'lectern-workspaces', 'training');
  const lectern = await openLectern({ data, port: 0, keychain: 'off', requestLog: false });
  try {
    const reset = `${lectern.url}/-/control/reset`;
    expect((await fetch(reset, { method: 'POST' })).status).toBe(404);
    expect((await tryDesk(lectern, 'settings.setControl', { on: true })).refused).toBeUndefined();
    const { data: state } = await tryDesk(lectern, 'settings.control');
    const { open } = state as { open: { url: string; key: string } };
    const headers = { authorization: `Key ${open.key}` };
    lectern.services.users.ensure(OPERATOR, 'later');
    const done = await fetch(`${open.url}reset`, { method: 'POST', headers });
    expect(await done.json()).toMatchObject({ snapshot: 'start' });
    expect(lectern.services.users.list(OPERATOR)).toEqual([]);
    expect(lectern.services.playedBuilds.played()).toBe(true);

    await tryDesk(lectern, 'settings.setControl', { on: false });
    expect((await fetch(reset, { method: 'POST', headers })).status).toBe(404);
    expect(lectern.services.playedBuilds.played()).toBe(false);
  } finally {
    await lectern.close();
  }
});
