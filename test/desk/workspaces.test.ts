import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { machineWorkspaces } from '../../src-server/host/workspaces/machine-workspaces.ts';
import { openLectern } from '../../src-server/lectern.ts';
import type { LecternOptions } from '../../src-server/options.ts';
import { tryDesk } from '../support/api/call-desk.ts';
import { OPERATOR } from '../support/store/seed-store.ts';

const place = mkdtempSync(join(tmpdir(), 'lectern-fixed-'));
for (const name of ['XDG_DATA_HOME', 'HOME', 'LOCALAPPDATA']) vi.stubEnv(name, place);
afterAll(() => {
  vi.unstubAllEnvs();
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
