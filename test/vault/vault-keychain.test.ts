import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Unavailable } from '../../src-server/model/base/problems.ts';
import { type KeychainEntry, keychainVault, probeKeychain } from '../../src-server/vault/keychain-vault.ts';
import { openVault } from '../../src-server/vault/open-vault.ts';
import {
  canRunKeyring,
  type KeyringHome,
  type KeyringState,
  makeKeyringHome,
  runInKeyring,
} from '../support/program/keyring.ts';

const sourceUrl = (file: string) =>
  pathToFileURL(join(import.meta.dirname, '../../src-server/vault', file)).href;

/** Only a net under a hang, where an answer is expected. */
const LONG_LIMIT_MS = 300_000;

const PRELUDE = `
  import { findCredentialsAsync } from '${import.meta.resolve('keytar')}';
  import { openVault } from '${sourceUrl('open-vault.ts')}';
  import { existsSync } from 'node:fs';
  import { keychainVault, probeKeychain } from '${sourceUrl('keychain-vault.ts')}';
  const file = process.env.VAULT_FILE;
  const timeLimitMs = ${LONG_LIMIT_MS};
  const say = (value) => console.log(JSON.stringify(value));
  const problem = (work) => work.then(() => 'none', (error) => error.name + ': ' + error.message);
`;

const script = (body: string) => ['--input-type=module', '-e', PRELUDE + body];

describe.skipIf(!canRunKeyring())('the OS keychain (gnome-keyring on its own D-Bus)', () => {
  let home: KeyringHome;
  beforeEach(async () => {
    home = await makeKeyringHome();
  });
  afterEach(() => home.remove());

  const vaultFile = () => join(home.folder, 'lectern', 'vault.json');
  async function answer(state: KeyringState, body: string): Promise<unknown> {
    const { stdout, stderr, exitCode } = await home.run(state, script(body), { VAULT_FILE: vaultFile() });
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  const OPEN_AND_USE = `
    const { vault, state } = await openVault({ file, keychain: 'auto', service: 'lectern-test', timeLimitMs });
    const before = await vault.get('a name');
    await vault.set('a name', 'first');
    await vault.set('a name', 'sécond ✓');
    await vault.delete('never set');
    say({ before: before ?? null, after: await vault.get('a name'), kind: vault.kind, state });
  `;

  it('keeps secrets across sessions, and deletes them', async () => {
    expect(await answer('unlocked', OPEN_AND_USE)).toEqual({
      before: null,
      after: 'sécond ✓',
      kind: 'keychain',
      state: { kind: 'keychain', reason: 'the OS keychain' },
    });
    const later = `
      const vault = keychainVault('lectern-test');
      const kept = await vault.get('a name');
      await vault.delete('a name');
      say({ kept, deleted: await vault.get('a name') === undefined });
    `;
    expect(await answer('unlocked', later)).toEqual({ kept: 'sécond ✓', deleted: true });
    expect(existsSync(vaultFile())).toBe(false);
  });

  it('keeps the secrets of services apart', async () => {
    const body = `
      await keychainVault('one').set('name', 'of one');
      await keychainVault('two').set('name', 'of two');
      say([await keychainVault('one').get('name'), await keychainVault('two').get('name')]);
    `;
    expect(await answer('unlocked', body)).toEqual(['of one', 'of two']);
  });

  it('leaves no entry from the probe', async () => {
    const body = `
      const probe = await probeKeychain(timeLimitMs);
      await keychainVault('lectern-probe').set('control', 'x');
      say({ probe, left: (await findCredentialsAsync('lectern-probe')).map((each) => each.account) });
    `;
    expect(await answer('unlocked', body)).toEqual({ probe: { ok: true }, left: ['control'] });
  });

  it.each<[KeyringState, string]>([
    ['locked', 'the OS keychain is locked'],
    ['no-service', 'no secret service answers'],
    ['no-bus', 'no secret service answers'],
  ])('falls back to the private file: %s', async (state, reason) => {
    expect(await answer(state, OPEN_AND_USE)).toEqual({
      before: null,
      after: 'sécond ✓',
      kind: 'file',
      state: { kind: 'file', reason: `a private file, because ${reason}`, path: vaultFile() },
    });
    expect(existsSync(vaultFile())).toBe(true);
  });

  it.each<[KeyringState, string]>([
    ['locked', 'the OS keychain is locked'],
    ['no-service', 'no secret service answers'],
    ['no-bus', 'no secret service answers'],
  ])('refuses when only the keychain is allowed: %s', async (state, reason) => {
    const message = await answer(
      state,
      `say(await problem(openVault({ file, keychain: 'only', timeLimitMs })));`,
    );
    expect(message).toContain('Unavailable: ');
    expect(message).toContain(reason);
    expect(existsSync(vaultFile())).toBe(false);
  });

  it('reports that it was locked after the start', async () => {
    await answer('unlocked', OPEN_AND_USE);
    const body = `
      const vault = keychainVault('lectern-test');
      say([await problem(vault.get('a name')), await problem(vault.set('a name', 'new'))]);
    `;
    const message = 'Unavailable: The OS keychain cannot be used now: the OS keychain is locked.';
    expect(await answer('locked', body)).toEqual([message, message]);
  });

  it('does not wait for a password prompt at the start or the end', async () => {
    const body = `
      const { state } = await openVault({ file, keychain: 'auto', timeLimitMs: 300 });
      // The prompt may open after the limit; the process ends while it is open.
      while (!existsSync(process.env.PROMPTER)) await new Promise(setImmediate);
      say(state.reason);
      process.exit(0);
    `;
    const env = { VAULT_FILE: vaultFile(), PROMPTER: home.prompter };
    const { stdout } = await home.run('prompting', script(body), env);
    expect(JSON.parse(stdout)).toBe('a private file, because the OS keychain does not answer');
    expect(await home.isPrompting()).toBe(true);
  });

  it('runs any script in an unlocked keyring', async () => {
    const outcome = await runInKeyring(script(`say(await probeKeychain(timeLimitMs)); process.exit(3);`));
    expect({ ...outcome, stderr: '' }).toEqual({ exitCode: 3, stdout: '{"ok":true}', stderr: '' });
  });
});

describe('which vault opens', () => {
  const file = '/nowhere/vault.json';
  const working = fakeKeychain();

  it('uses the keychain when it works', async () => {
    const { vault, state } = await openVault({ file, keychain: 'auto', openEntry: working.openEntry });
    expect(vault.kind).toBe('keychain');
    expect(state).toEqual({ kind: 'keychain', reason: 'the OS keychain' });
  });

  it('does not access the keychain when it is turned off', async () => {
    const openEntry = () => expect.unreachable('the keychain was asked');
    const { vault, state } = await openVault({ file, keychain: 'off', openEntry });
    expect(vault.kind).toBe('file');
    expect(state.reason).toBe('a private file, because the OS keychain is turned off');
  });

  it('keeps using the file that has the data key', async () => {
    const openEntry = working.openEntry;
    const { vault } = await openVault({ file, keychain: 'auto', previousKind: 'file', openEntry });
    expect(vault.kind).toBe('file');
    const other = await openVault({ file, keychain: 'auto', previousKind: 'keychain', openEntry });
    expect(other.vault.kind).toBe('keychain');
  });
});

describe('the probe', () => {
  it('removes its entry when the keychain responds too late', async () => {
    const keychain = fakeKeychain();
    const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
    const { promise: removed, resolve: resolveRemoved } = Promise.withResolvers<void>();
    const probe = await probeKeychain(1, async (service, name) => {
      const entry = await keychain.openEntry(service, name);
      return {
        ...entry,
        setPassword: (value) => unlocked.then(() => entry.setPassword(value)),
        deletePassword: () => entry.deletePassword().finally(resolveRemoved),
      };
    });
    expect(probe).toEqual({ ok: false, reason: 'the OS keychain does not answer' });
    unlock();
    await removed;
    expect(keychain.writes()).toBe(1);
    expect(keychain.names()).toEqual([]);
  });

  it('removes its entry when the response to the write is lost', async () => {
    const keychain = fakeKeychain();
    const probe = await probeKeychain(LONG_LIMIT_MS, async (service, name) => {
      const entry = await keychain.openEntry(service, name);
      const setPassword = async (value: string) => {
        await entry.setPassword(value);
        throw new Error('Platform failure: DBus error: Did not receive a reply.');
      };
      return { ...entry, setPassword };
    });
    expect(probe).toEqual({ ok: false, reason: 'no secret service answers' });
    expect(keychain.writes()).toBe(1);
    expect(keychain.names()).toEqual([]);
  });

  it('does not trust a keychain that loses values', async () => {
    const keychain = fakeKeychain();
    const probe = await probeKeychain(LONG_LIMIT_MS, async (service, name) => ({
      ...(await keychain.openEntry(service, name)),
      getPassword: async () => null,
    }));
    expect(probe).toEqual({ ok: false, reason: 'the OS keychain does not keep what is stored in it' });
  });

  it('passes on an unknown error in one line', async () => {
    const probe = await probeKeychain(LONG_LIMIT_MS, async () => {
      throw new Error('Cannot find native binding.\nRequire stack: …');
    });
    expect(probe).toEqual({ ok: false, reason: 'the OS keychain reports: Cannot find native binding.' });
  });
});

describe('a keychain vault', () => {
  it('gives up on a call without a response', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const late = () => promise;
    const stalled: KeychainEntry = { setPassword: late, getPassword: late, deletePassword: late };
    const vault = keychainVault('lectern-test', 1, async () => stalled);
    const refusal = new Unavailable('The OS keychain did not answer within 0.001 s.');
    await expect(vault.get('name')).rejects.toThrow(refusal);
    await expect(vault.set('name', 'value')).rejects.toThrow(refusal);
    await expect(vault.delete('name')).rejects.toThrow(refusal);
    reject(new Error('dismissed at last'));
  });

  it('keeps system errors out of the message, which API clients may see (safety S16)', async () => {
    const cause = new Error('connect /run/user/1000/bus: refused');
    const vault = keychainVault('lectern-test', LONG_LIMIT_MS, () => Promise.reject(cause));
    const error = await vault.get('name').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({
      message: 'The OS keychain cannot be used now: it reports an error.',
      cause,
    });
  });
});

/** Creates a keychain in memory. */
function fakeKeychain() {
  const entries = new Map<string, string>();
  let written = 0;
  return {
    names: () => [...entries.keys()],
    writes: () => written,
    openEntry: async (service: string, name: string): Promise<KeychainEntry> => {
      const key = `${service}/${name}`;
      return {
        setPassword: async (value) => {
          written += 1;
          entries.set(key, value);
        },
        getPassword: async () => entries.get(key) ?? null,
        deletePassword: async () => entries.delete(key),
      };
    },
  };
}
