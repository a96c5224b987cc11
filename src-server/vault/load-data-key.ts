import { Unavailable } from '../model/base/problems.ts';
import { dataKeyFingerprint, dataKeyFromText, dataKeyToText, newDataKey } from './data-key.ts';
import { VaultDamaged } from './file-vault.ts';
import { type Queues, runInQueue } from './run-in-queue.ts';
import type { Vault, VaultKind } from './vault.ts';

/** What the store remembers of a data key. */
export type KnownDataKey = { readonly check: Uint8Array; readonly vaultKind: VaultKind };

export type LoadDataKeyOptions = {
  readonly vault: Vault;
  /** Under which the key lies in the vault. */
  readonly name: string;
  /** The key that values are sealed with; null while there are none. */
  readonly known: KnownDataKey | null;
  /** Writes down which key is in use and where it lies; called before a new key is given out. */
  readonly save: (check: Uint8Array, kind: VaultKind) => void;
};

const queues: Queues<Vault> = new Map();

/**
 * The data key of this installation, made on first use. While values are sealed with one there is never a second:
 * they would be lost without a word.
 * @throws Unavailable when the known key cannot be had, or the vault does not keep a new one; says what to do
 */
export function loadDataKey(options: LoadDataKeyOptions): Promise<Uint8Array> {
  const { known } = options;
  // In turn, so that two first uses at once agree on one key.
  return runInQueue(queues, options.vault, () => (known ? findKey(options, known) : createKey(options)));
}

async function findKey({ vault, name, save }: LoadDataKeyOptions, known: KnownDataKey): Promise<Uint8Array> {
  const text = await read(vault, name, RESET_DAMAGED_ADVICE);
  if (text === undefined) throw new Unavailable(keyIsMissing(known.vaultKind, vault.kind));
  const key = dataKeyFromText(text);
  if (!key || !dataKeyFingerprint(key).equals(known.check)) {
    throw new Unavailable(
      `${VAULT_LABEL[vault.kind]} holds another data key than the one in use. ${RESTORE_ADVICE[vault.kind]} ${RESET_ADVICE}`,
    );
  }
  if (vault.kind !== known.vaultKind) save(known.check, vault.kind);
  return key;
}

async function createKey({ vault, name, save }: LoadDataKeyOptions): Promise<Uint8Array> {
  // One is there when a run ended before it could remember it, or when everything sealed with it was deleted.
  const found = await read(vault, name, REPLACE_DAMAGED_ADVICE);
  // What is no key has sealed nothing.
  if (found === undefined || !dataKeyFromText(found)) await vault.set(name, dataKeyToText(newDataKey()));
  const key = dataKeyFromText((await vault.get(name)) ?? '');
  if (!key)
    throw new Unavailable(`${VAULT_LABEL[vault.kind]} does not give back the data key that it was given.`);
  save(dataKeyFingerprint(key), vault.kind);
  return key;
}

async function read(vault: Vault, name: string, advice: string): Promise<string | undefined> {
  try {
    return await vault.get(name);
  } catch (error) {
    if (!(error instanceof VaultDamaged)) throw error;
    throw new Unavailable(`${VAULT_LABEL[vault.kind]} is damaged, and was left as it is. ${advice}`, {
      cause: error,
    });
  }
}

const VAULT_LABEL: Readonly<Record<VaultKind, string>> = {
  keychain: 'The OS keychain',
  file: 'The private file',
  memory: 'This process',
};

const RESTORE_ADVICE: Readonly<Record<VaultKind, string>> = {
  keychain: 'It has been replaced, or cannot be read now: bring back the keychain of before.',
  file: 'It has been replaced: put the file of before back.',
  memory: 'It cannot be brought back.',
};

const RESET_ADVICE =
  'If that cannot be done, delete the environment variables of all projects and add them again; ' +
  'their values are then sealed with a new key.';
const REPLACE_DAMAGED_ADVICE = 'Put back a good copy, or move it away.';
const RESET_DAMAGED_ADVICE =
  'Put back a good copy. If there is none, move it away, ' +
  'delete the environment variables of all projects and add them again.';

function keyIsMissing(known: VaultKind, now: VaultKind): string {
  if (known === now)
    return `${VAULT_LABEL[known]} no longer has the data key of this installation. ${RESTORE_ADVICE[known]} ${RESET_ADVICE}`;
  if (known === 'keychain') {
    return (
      'The data key of this installation lies in the OS keychain, which cannot be reached now. ' +
      `Unlock it, or log in to the session that has it, and start Lectern again. ${RESET_ADVICE}`
    );
  }
  if (known === 'file') {
    return (
      'The data key of this installation lies in the private file, which is not in use now. ' +
      `Start Lectern with the keychain switched off. ${RESET_ADVICE}`
    );
  }
  return `The data key of this installation was kept by a process that has ended. ${RESET_ADVICE}`;
}
