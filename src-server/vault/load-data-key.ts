import { Unavailable } from '../model/base/problems.ts';
import { dataKeyFingerprint, dataKeyFromText, dataKeyToText, newDataKey } from './data-key.ts';
import { VaultDamaged } from './file-vault.ts';
import { type Queues, runInQueue } from './run-in-queue.ts';
import type { Vault, VaultKind } from './vault.ts';

/** What the store knows of the data key. */
export type KnownDataKey = { readonly check: Uint8Array; readonly vaultKind: VaultKind };

export type LoadDataKeyOptions = {
  readonly vault: Vault;
  /** The name of the key in the vault. */
  readonly name: string;
  /** The key that values are encrypted with; null while there are none. */
  readonly known: KnownDataKey | null;
  /** Stores which key is in use and where; called before a new key is used. */
  readonly save: (check: Uint8Array, kind: VaultKind) => void;
};

const queues: Queues<Vault> = new Map();

/**
 * Loads the data key of this installation, or creates it on first use. While values are encrypted with one, never creates
 * another, which would lose them silently.
 * @throws Unavailable with advice, when the known key cannot be read, or the vault does not keep a new one
 */
export function loadDataKey(options: LoadDataKeyOptions): Promise<Uint8Array> {
  const { known } = options;
  // One at a time, so that two first uses at once agree on one key.
  return runInQueue(queues, options.vault, () => (known ? findKey(options, known) : createKey(options)));
}

async function findKey({ vault, name, save }: LoadDataKeyOptions, known: KnownDataKey): Promise<Uint8Array> {
  const text = await read(vault, name, RESET_DAMAGED_ADVICE);
  if (text === undefined) throw new Unavailable(keyIsMissing(known.vaultKind, vault.kind));
  const key = dataKeyFromText(text);
  if (!key || !dataKeyFingerprint(key).equals(known.check)) {
    throw new Unavailable(
      `${VAULT_LABEL[vault.kind]} holds a data key that is not the one in use. ${RESTORE_ADVICE[vault.kind]} ${RESET_ADVICE}`,
    );
  }
  if (vault.kind !== known.vaultKind) save(known.check, vault.kind);
  return key;
}

async function createKey({ vault, name, save }: LoadDataKeyOptions): Promise<Uint8Array> {
  // There is one if a run ended before it stored its fingerprint, or if all values encrypted with it were deleted.
  const found = await read(vault, name, REPLACE_DAMAGED_ADVICE);
  // Anything that is not a key has encrypted nothing.
  if (found === undefined || !dataKeyFromText(found)) await vault.set(name, dataKeyToText(newDataKey()));
  const key = dataKeyFromText((await vault.get(name)) ?? '');
  if (!key)
    throw new Unavailable(`${VAULT_LABEL[vault.kind]} does not return the data key that was stored in it.`);
  save(dataKeyFingerprint(key), vault.kind);
  return key;
}

async function read(vault: Vault, name: string, advice: string): Promise<string | undefined> {
  try {
    return await vault.get(name);
  } catch (error) {
    if (!(error instanceof VaultDamaged)) throw error;
    throw new Unavailable(`${VAULT_LABEL[vault.kind]} is damaged and was not changed. ${advice}`, {
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
  keychain: 'It was replaced, or cannot be read now. Restore the previous keychain.',
  file: 'It was replaced. Restore the previous file.',
  memory: 'It cannot be restored.',
};

const RESET_ADVICE =
  'If that is impossible, delete the environment variables of all projects and add them again; ' +
  'their values are then encrypted with a new key.';
const REPLACE_DAMAGED_ADVICE = 'Restore a valid copy, or move it away.';
const RESET_DAMAGED_ADVICE =
  'Restore a valid copy. If there is none, move it away, ' +
  'delete the environment variables of all projects and add them again.';

function keyIsMissing(known: VaultKind, now: VaultKind): string {
  if (known === now)
    return `${VAULT_LABEL[known]} no longer has the data key of this installation. ${RESTORE_ADVICE[known]} ${RESET_ADVICE}`;
  if (known === 'keychain') {
    return (
      'The data key of this installation is in the OS keychain, which cannot be reached now. ' +
      `Unlock it, or log in to the session that has it, and start Lectern again. ${RESET_ADVICE}`
    );
  }
  if (known === 'file') {
    return (
      'The data key of this installation is in the private file, which is not in use now. ' +
      `Start Lectern with the keychain turned off. ${RESET_ADVICE}`
    );
  }
  return `The data key of this installation was kept by a process that has ended. ${RESET_ADVICE}`;
}
