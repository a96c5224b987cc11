import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../src-server/model/base/problems.ts';
import {
  DecryptionError,
  dataKeyFingerprint,
  dataKeyFromText,
  dataKeyToText,
  newDataKey,
  openValue,
  sealValue,
} from '../../src-server/vault/data-key.ts';
import { VaultDamaged } from '../../src-server/vault/file-vault.ts';
import { type KnownDataKey, loadDataKey } from '../../src-server/vault/load-data-key.ts';
import { memoryVault } from '../../src-server/vault/memory-vault.ts';
import type { Vault, VaultKind } from '../../src-server/vault/vault.ts';

const NAME = 'installation/data-key';
const WAY_OUT = /delete the environment variables of all projects and add them again/;
const SECRET = 'hunter2-hunter2-hunter2';

describe('encryption', () => {
  const key = newDataKey();
  const sealed = sealValue(key, 'variable 7', SECRET);

  it.each(['', 'plain', 'sécret ✓ 𝄞', 'line\nline\0end', 'x'.repeat(100_000)])(
    'returns %j again',
    (value) => {
      expect(openValue(key, 'variable 7', sealValue(key, 'variable 7', value))).toBe(value);
    },
  );

  it('reveals nothing of the value and differs each time', () => {
    const again = sealValue(key, 'variable 7', SECRET);
    expect(Buffer.from(sealed).includes('hunter2')).toBe(false);
    expect(Buffer.from(sealed)).not.toEqual(Buffer.from(again));
    const nonces = new Set(
      Array.from({ length: 1000 }, () => Buffer.from(sealValue(key, '', '')).toString('hex', 1, 13)),
    );
    expect(nonces.size).toBe(1000);
  });

  it('decrypts values encrypted by the first release', () => {
    const firstKey = Uint8Array.from({ length: 32 }, (_, index) => index);
    const old = Buffer.from('AUBBQkNERUZHSElKS3kdP4jcHNQuDClnr0RuqBqRegdAVFnz', 'base64');
    expect(openValue(firstKey, 'variable 7', old)).toBe('sécret');
  });

  it('fails when any byte is changed, without revealing the value', () => {
    expect(sealed.length).toBe(1 + 12 + 16 + SECRET.length);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte));
      expect(() => openValue(key, 'variable 7', changed), `byte ${at}`).toThrow(new DecryptionError());
    }
    expect(new DecryptionError().message).not.toContain('hunter2');
  });

  it('fails when the value is truncated or extended', () => {
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => openValue(key, 'variable 7', sealed.subarray(0, length)), `${length}`).toThrow(
        DecryptionError,
      );
    }
    expect(() => openValue(key, 'variable 7', Buffer.concat([sealed, Buffer.of(0)]))).toThrow(
      DecryptionError,
    );
  });

  it('decrypts only with the same context and key', () => {
    expect(() => openValue(key, 'variable 8', sealed)).toThrow(DecryptionError);
    expect(() => openValue(newDataKey(), 'variable 7', sealed)).toThrow(DecryptionError);
  });
});

describe('the key', () => {
  it('has 256 bits and a fingerprint that does not reveal it', () => {
    const [one, other] = [newDataKey(), newDataKey()];
    expect(one.length).toBe(32);
    expect(dataKeyFingerprint(one)).toEqual(dataKeyFingerprint(Uint8Array.from(one)));
    expect(dataKeyFingerprint(one)).not.toEqual(dataKeyFingerprint(other));
    expect(dataKeyFingerprint(one).includes(Buffer.from(one))).toBe(false);
  });

  it('converts to text and back', () => {
    const key = newDataKey();
    expect(dataKeyFromText(dataKeyToText(key))).toEqual(key);
  });

  it.each(['', 'short', 'A'.repeat(44), `${dataKeyToText(newDataKey())}\n`])('cannot be %j', (text) => {
    expect(dataKeyFromText(text)).toBeUndefined();
  });
});

describe('loading the key', () => {
  it('creates a key on first use and stores it before recording it', async () => {
    const place = testVault();
    const store = testStore(place.vault, () => place.secrets.get(NAME));
    const key = await store.load();
    expect(store.known).toEqual({ check: dataKeyFingerprint(key), vaultKind: 'file' });
    expect(store.atRemember).toEqual([dataKeyToText(key)]);
    expect(await store.load()).toEqual(key);
    expect(store.atRemember).toHaveLength(1);
  });

  it('creates a single key for concurrent callers', async () => {
    const { vault } = testVault();
    let firstDone: Promise<unknown> = Promise.resolve();
    const lookups: string[] = [];
    const shared: Vault = {
      ...vault,
      set: (name, value) => {
        lookups.push(name);
        // A second write would arrive after the first caller has its key.
        return lookups.length === 1 ? vault.set(name, value) : firstDone.then(() => vault.set(name, value));
      },
    };
    const first = testStore(shared).load();
    firstDone = first;
    const second = testStore(shared).load();
    expect(await second).toEqual(await first);
    expect(lookups).toEqual([NAME]);
  });

  it('uses a stored key that a crash kept from being recorded', async () => {
    const { vault, secrets } = testVault();
    const crashing = testStore(vault, () => {
      throw new Error('disk full');
    });
    await expect(crashing.load()).rejects.toThrow('disk full');
    const left = secrets.get(NAME);
    expect(dataKeyToText(await testStore(vault).load())).toBe(left);
  });

  it('does not use a vault that loses values', async () => {
    const { vault } = testVault();
    const store = testStore({ ...vault, get: async () => undefined });
    await expect(store.load()).rejects.toThrow(Unavailable);
    expect(store.known).toBeNull();
  });

  it('replaces an invalid key when no value is encrypted', async () => {
    const { vault, secrets } = testVault();
    secrets.set(NAME, 'not a key');
    const key = await testStore(vault).load();
    expect(secrets.get(NAME)).toBe(dataKeyToText(key));
  });

  it('keeps an invalid key while values are encrypted', async () => {
    const { vault, secrets } = testVault();
    secrets.set(NAME, 'not a key');
    const store = testStore(vault);
    store.known = { check: dataKeyFingerprint(newDataKey()), vaultKind: 'file' };
    await expect(store.load()).rejects.toThrow(Unavailable);
    expect(secrets.get(NAME)).toBe('not a key');
  });

  it.each([
    ['before any value is encrypted', null, /is damaged .* move it away\.$/],
    [
      'while values are encrypted',
      { check: dataKeyFingerprint(newDataKey()), vaultKind: 'file' as const },
      /is damaged .* move it away, delete the environment variables of all projects/,
    ],
  ])('explains what to do about a damaged file %s', async (_when, known, message) => {
    const { vault } = testVault();
    const store = testStore({ ...vault, get: () => Promise.reject(new VaultDamaged('/vault.json')) });
    store.known = known;
    const error = await store.load().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
  });

  it.each<[was: VaultKind, is: VaultKind, says: RegExp]>([
    ['keychain', 'file', /is in the OS keychain, which cannot be reached now\. Unlock it/],
    ['keychain', 'keychain', /OS keychain no longer has the data key .* Restore the previous keychain/],
    ['file', 'keychain', /is in the private file, .* keychain turned off/],
    ['file', 'file', /private file no longer has the data key .* Restore the previous file/],
    ['memory', 'file', /process that has ended/],
  ])('never creates a second key: recorded in %s, missing from %s', async (was, is, message) => {
    const { vault, secrets } = testVault(is);
    const known = { check: dataKeyFingerprint(newDataKey()), vaultKind: was };
    const store = testStore(vault);
    store.known = known;
    const error = await store.load().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(error).toMatchObject({ message: expect.stringMatching(WAY_OUT) });
    expect(secrets.size).toBe(0);
    expect(store.known).toBe(known);
  });

  it.each(['keychain', 'file'] as const)('refuses another key in the %s', async (kind) => {
    const { vault, secrets } = testVault(kind);
    const other = dataKeyToText(newDataKey());
    secrets.set(NAME, other);
    const store = testStore(vault);
    store.known = { check: dataKeyFingerprint(newDataKey()), vaultKind: kind };
    const error = await store.load().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ message: expect.stringMatching(/not the one in use.* was replaced/) });
    expect(error).toMatchObject({ message: expect.stringMatching(WAY_OUT) });
    expect(String(error)).not.toContain(other);
    expect(secrets.get(NAME)).toBe(other);
  });

  it('records when the key was moved to another vault', async () => {
    const { vault, secrets } = testVault('keychain');
    const key = newDataKey();
    secrets.set(NAME, dataKeyToText(key));
    const store = testStore(vault);
    store.known = { check: dataKeyFingerprint(key), vaultKind: 'file' };
    expect(await store.load()).toEqual(key);
    expect(store.known.vaultKind).toBe('keychain');
  });

  it('passes on the error when the vault cannot be read', async () => {
    const locked = new Unavailable('locked');
    const { vault } = testVault();
    await expect(testStore({ ...vault, get: () => Promise.reject(locked) }).load()).rejects.toBe(locked);
  });
});

describe('the vault in memory', () => {
  it('stores, replaces and deletes values', async () => {
    const vault = memoryVault();
    await vault.set('a', '1');
    await vault.set('a', '2');
    expect([vault.kind, await vault.get('a'), await vault.get('b')]).toEqual(['memory', '2', undefined]);
    await vault.delete('a');
    await vault.delete('b');
    expect(await vault.get('a')).toBeUndefined();
  });
});

/** Creates a vault of this kind and exposes its contents. */
function testVault(kind: VaultKind = 'file') {
  const secrets = new Map<string, string>();
  const vault: Vault = {
    kind,
    get: async (name) => secrets.get(name),
    set: async (name, value) => {
      secrets.set(name, value);
    },
    delete: async (name) => {
      secrets.delete(name);
    },
  };
  return { vault, secrets };
}

/** Replaces the store's row about the key. Calls `watch` when the key is recorded. */
function testStore(vault: Vault, watch: () => unknown = () => undefined) {
  const store = {
    known: null as KnownDataKey | null,
    atRemember: [] as unknown[],
    load: () =>
      loadDataKey({
        vault,
        name: NAME,
        known: store.known,
        save: (check, vaultKind) => {
          store.atRemember.push(watch());
          store.known = { check, vaultKind };
        },
      }),
  };
  return store;
}
