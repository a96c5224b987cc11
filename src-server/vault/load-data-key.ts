import { Unavailable } from '../model/base/problems.ts';
import { dataKeyCheck, dataKeyFromText, dataKeyToText, newDataKey } from './data-key.ts';
import { VaultDamaged } from './file-vault.ts';
import { inTurn, type Turns } from './in-turn.ts';
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
  readonly remember: (check: Uint8Array, kind: VaultKind) => void;
};

const turns: Turns<Vault> = new Map();

/**
 * The data key of this installation, made on first use. While values are sealed with one there is never a second:
 * they would be lost without a word.
 * @throws Unavailable when the known key cannot be had, or the vault does not keep a new one; says what to do
 */
export function loadDataKey(options: LoadDataKeyOptions): Promise<Uint8Array> {
  const { known } = options;
  // In turn, so that two first uses at once agree on one key.
  return inTurn(turns, options.vault, () => (known ? findKey(options, known) : firstKey(options)));
}

async function findKey(
  { vault, name, remember }: LoadDataKeyOptions,
  known: KnownDataKey,
): Promise<Uint8Array> {
  const text = await read(vault, name, FORGO_DAMAGED);
  if (text === undefined) throw new Unavailable(keyIsMissing(known.vaultKind, vault.kind));
  const key = dataKeyFromText(text);
  if (!key || !dataKeyCheck(key).equals(known.check)) {
    throw new Unavailable(
      `${PLACE[vault.kind]} holds another data key than the one in use. ${WAY_BACK[vault.kind]} ${FORGO}`,
    );
  }
  if (vault.kind !== known.vaultKind) remember(known.check, vault.kind);
  return key;
}

async function firstKey({ vault, name, remember }: LoadDataKeyOptions): Promise<Uint8Array> {
  // One is there when a run ended before it could remember it, or when everything sealed with it was deleted.
  const found = await read(vault, name, REPLACE_DAMAGED);
  // What is no key has sealed nothing.
  if (found === undefined || !dataKeyFromText(found)) await vault.set(name, dataKeyToText(newDataKey()));
  const key = dataKeyFromText((await vault.get(name)) ?? '');
  if (!key) throw new Unavailable(`${PLACE[vault.kind]} does not give back the data key that it was given.`);
  remember(dataKeyCheck(key), vault.kind);
  return key;
}

async function read(vault: Vault, name: string, advice: string): Promise<string | undefined> {
  try {
    return await vault.get(name);
  } catch (error) {
    if (!(error instanceof VaultDamaged)) throw error;
    throw new Unavailable(`${PLACE[vault.kind]} is damaged, and was left as it is. ${advice}`, {
      cause: error,
    });
  }
}

const PLACE: Readonly<Record<VaultKind, string>> = {
  keychain: 'The OS keychain',
  file: 'The private file',
  memory: 'This process',
};

const WAY_BACK: Readonly<Record<VaultKind, string>> = {
  keychain: 'It has been replaced, or cannot be read now: bring back the keychain of before.',
  file: 'It has been replaced: put the file of before back.',
  memory: 'It cannot be brought back.',
};

const FORGO =
  'If that cannot be done, delete the environment variables of all projects and add them again; ' +
  'their values are then sealed with a new key.';
const REPLACE_DAMAGED = 'Put back a good copy, or move it away.';
const FORGO_DAMAGED =
  'Put back a good copy. If there is none, move it away, ' +
  'delete the environment variables of all projects and add them again.';

function keyIsMissing(known: VaultKind, now: VaultKind): string {
  if (known === now)
    return `${PLACE[known]} no longer has the data key of this installation. ${WAY_BACK[known]} ${FORGO}`;
  if (known === 'keychain') {
    return (
      'The data key of this installation lies in the OS keychain, which cannot be reached now. ' +
      `Unlock it, or log in to the session that has it, and start Lectern again. ${FORGO}`
    );
  }
  if (known === 'file') {
    return (
      'The data key of this installation lies in the private file, which is not in use now. ' +
      `Start Lectern with the keychain switched off. ${FORGO}`
    );
  }
  return `The data key of this installation was kept by a process that has ended. ${FORGO}`;
}
