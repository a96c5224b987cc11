import { randomBytes } from 'node:crypto';
import { Unavailable } from '../model/base/problems.ts';
import type { Vault } from './vault.ts';
import { withTimeout } from './with-timeout.ts';

/** One entry of the keychain, as the native module offers it. */
export type KeychainEntry = {
  setPassword(value: string): Promise<void>;
  getPassword(): Promise<string | null | undefined>;
  /** Returns false when there was none. */
  deletePassword(): Promise<boolean>;
};

/** Rejects when there is no keychain. */
export type OpenEntry = (service: string, name: string) => Promise<KeychainEntry>;

/** `reason` is for people: 'no secret service answers'. */
export type ProbeResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const LOCKED = 'the OS keychain is locked';
const PROBE_SERVICE = 'lectern-probe';
// Long enough for the user to find and type the keychain's password.
const ANSWER_LIMIT_MS = 60_000;

/**
 * Keeps secrets in the OS keychain, one entry per name. Its calls throw Unavailable when the keychain is locked or gone, or
 * does not answer within the limit (milliseconds). On Linux, a secret service that ended after the start looks like "no
 * such secret": the native module cannot distinguish the two.
 */
export function keychainVault(
  service: string,
  answerLimitMs = ANSWER_LIMIT_MS,
  openEntry: OpenEntry = openNativeEntry,
): Vault {
  async function callEntry<T>(name: string, call: (entry: KeychainEntry) => Promise<T>): Promise<T> {
    try {
      const entry = await openEntry(service, name);
      return await withTimeout(call(entry), answerLimitMs);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      const reason = describeKeychainError(error) ?? 'it reports an error';
      throw new Unavailable(`The OS keychain cannot be used now: ${reason}.`, { cause: error });
    }
  }

  return {
    kind: 'keychain',
    get: async (name) => (await callEntry(name, (entry) => entry.getPassword())) ?? undefined,
    set: (name, value) => callEntry(name, (entry) => entry.setPassword(value)),
    delete: async (name) => {
      await callEntry(name, (entry) => entry.deletePassword());
    },
  };
}

/**
 * Checks whether the OS keychain stores secrets. A read is not enough (without a keychain it finds nothing, without an
 * error), so this writes, reads and deletes an entry of its own. Never throws; waits no longer than the limit
 * (milliseconds). If the limit passes while a prompt is open, the entry is removed when it is written later.
 */
export async function probeKeychain(
  timeLimitMs: number,
  openEntry: OpenEntry = openNativeEntry,
): Promise<ProbeResult> {
  try {
    const entry = await openEntry(PROBE_SERVICE, randomBytes(8).toString('hex'));
    const works = await withTimeout(roundTrip(entry), timeLimitMs);
    return works ? { ok: true } : { ok: false, reason: 'the OS keychain does not keep what is stored in it' };
  } catch (error) {
    return {
      ok: false,
      reason: describeKeychainError(error) ?? `the OS keychain reports: ${firstLine(error)}`,
    };
  }
}

async function roundTrip(entry: KeychainEntry): Promise<boolean> {
  const value = randomBytes(8).toString('hex');
  let read: string | null | undefined;
  try {
    await entry.setPassword(value);
    read = await entry.getPassword();
  } catch (error) {
    // A write whose answer was lost may have arrived. Not in a locked keychain, where a delete would prompt again.
    if (describeKeychainError(error) !== LOCKED) await entry.deletePassword().catch(() => false);
    throw error;
  }
  const deleted = await entry.deletePassword();
  return read === value && deleted;
}

/** Loads the native module. @throws Error when it was left out or does not fit this machine */
export async function loadKeychain(): Promise<void> {
  await import('keytar');
}

// The keytar module of this package chooses the store itself, and without a secret service it uses the Linux kernel's
// keyring, which is empty after the next boot. Only the class underneath accepts a store. Loaded late, since it costs
// start time.
async function openNativeEntry(service: string, name: string): Promise<KeychainEntry> {
  const { AsyncEntry } = await import('keytar');
  return new AsyncEntry(service, name, { linux: { store: 'secret-service' } });
}

function describeKeychainError(error: unknown): string | undefined {
  if (error instanceof Unavailable) return 'the OS keychain does not answer';
  const text = error instanceof Error ? error.message : '';
  if (/prompt was dismissed|is ?locked/i.test(text)) return LOCKED;
  if (/DBus error|Secret Service: no result/.test(text)) return 'no secret service answers';
  return undefined;
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}
