// Process for tests, in a session with a keychain: copies Home to a workspace, uses both, and removes the copy. Prints what
// the keychain holds after each step, and what both can open.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findCredentialsAsync } from 'keytar';
import { type Core, openCore } from '../../../src-server/core.ts';
import { machineWorkspaces } from '../../../src-server/host/workspaces/machine-workspaces.ts';
import { systemClock } from '../../../src-server/model/base/timestamp.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { createWorkspaces } from '../../../src-server/services/workspaces/workspaces.ts';
import { defaultDataFolder } from '../../../src-server/store/file/data-folder.ts';
import { defaultWorkspacesFolder } from '../../../src-server/store/workspaces/workspace-folders.ts';
import type { KeychainFindings } from './keychain-findings.ts';

const ACTOR = systemActor('command');
const SEED = {
  users: [{ username: 'mira' }],
  projects: [
    {
      slug: 'pip',
      name: 'pip',
      users: ['mira'],
      repository: { url: 'https://git.example/pip.git', type: 'git' },
      environment_variables: [{ name: 'TIDE', value: 'high water at Bishop Rock' }],
    },
  ],
};

const home = defaultDataFolder();
const workspaces = machineWorkspaces({ keychain: 'only', log: (line) => console.error(line) });

async function withCore<T>(data: string, work: (core: Core) => Promise<T>): Promise<T> {
  const core = await openCore({ data, keychain: 'only' });
  try {
    return await work(core);
  } finally {
    await core.secrets.settled();
    await core.close();
  }
}

async function entries(): Promise<Record<string, string>> {
  const found = await findCredentialsAsync('lectern');
  return Object.fromEntries(found.map(({ account, password }) => [account, password]));
}

const read = (data: string) =>
  withCore(data, async ({ services, store }) => ({
    installation: store.installation.read().id,
    variable: (await services.environmentVariables.forBuild(1)).get('TIDE'),
    integration: await services.integrations.secretOf(1),
    token: await services.tokens.text(ACTOR, 1),
  }));

await withCore(home, async ({ services }) => {
  await services.seeds.load(ACTOR, parseSeed(SEED));
  services.tokens.create(ACTOR, services.users.get('mira'), 'of Home');
  await services.integrations.create(ACTOR, 'pip', { provider: 'github', secret: true });
});
const atHome = await entries();
const copy = await workspaces.copy(ACTOR, workspaces.get(ACTOR, 'home'), { name: 'Copy' });
const copied = await entries();
const readings = { home: await read(home), copy: await read(copy.folder) };
// A token that is revoked, and one that only a snapshot has.
await withCore(copy.folder, async ({ services }) => {
  const mira = services.users.get('mira');
  const kept = services.tokens.create(ACTOR, mira, 'in a snapshot');
  await services.snapshots.take(ACTOR, { name: 'one', note: '' });
  services.tokens.revoke(ACTOR, kept.record.id);
  const revoked = services.tokens.create(ACTOR, mira, 'revoked');
  services.tokens.revoke(ACTOR, revoked.record.id);
});
const used = await entries();
await workspaces.remove(ACTOR, copy);
const removed = await entries();
// A copy whose pages cannot be copied, and a kit that fails after it has stored a value.
mkdirSync(join(home, 'docs', '1', '1'), { recursive: true });
execFileSync('mkfifo', [join(home, 'docs', '1', '1', 'page')]);
const refusedCopy = await workspaces
  .copy(ACTOR, workspaces.get(ACTOR, 'home'), { name: 'Refused' })
  .catch((error: unknown) => String(error));
const withKit = createWorkspaces({
  ...{ home: () => home, root: defaultWorkspacesFolder(), keychain: 'only', clock: systemClock },
  ...{ version: '1', log: (line) => console.error(line) },
  async fillFromKit(folder) {
    await withCore(folder, ({ services }) => services.seeds.load(ACTOR, parseSeed(SEED)));
    throw new Error('The kit failed.');
  },
});
const refusedKit = await withKit
  .create(ACTOR, { name: 'Kit' }, { name: 'first-steps' })
  .catch((error: unknown) => String(error));
const refused = { entries: await entries(), reasons: [refusedCopy, refusedKit].map(String) };
const findings: KeychainFindings = {
  refused,
  atHome,
  copied,
  used,
  removed,
  readings,
  later: await read(home),
};
console.log(JSON.stringify(findings));
