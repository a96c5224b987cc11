import { Unavailable } from '../model/problems.ts';
import { dataKeyCheck, dataKeyFromText, dataKeyToText, newDataKey } from './data-key.ts';
import { inTurn, type Turns } from './in-turn.ts';
import type { Vault, VaultKind } from './vault.ts';

/** What the store remembers of a data key. */
export type KnownDataKey = { readonly check: Uint8Array; readonly vaultKind: VaultKind };

export type LoadDataKeyOptions = {
  readonly vault: Vault;
  /** Under which the key lies in the vault. */
  readonly name: string;
  /** null before the first key was made. */
  readonly known: KnownDataKey | null;
  /** Writes down which key is in use and where it lies; called before a new key is given out. */
  readonly remember: (check: Uint8Array, kind: VaultKind) => void;
};

const turns: Turns<Vault> = new Map();

/**
 * The data key of this installation, made on first use. Once one is known there is never a second: what was sealed
 * with the first would be lost without a word.
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
  const text = await vault.get(name);
  if (text === undefined) throw new Unavailable(keyIsMissing(known.vaultKind, vault.kind));
  const key = dataKeyFromText(text);
  if (!key || !dataKeyCheck(key).equals(known.check)) {
    throw new Unavailable(
      `${PLACE[vault.kind]} holds another data key than the one in use. ${WAY_BACK[vault.kind]}`,
    );
  }
  if (vault.kind !== known.vaultKind) remember(known.check, vault.kind);
  return key;
}

async function firstKey({ vault, name, remember }: LoadDataKeyOptions): Promise<Uint8Array> {
  // A run that ended before it could remember its key has left one; nothing was sealed with it yet.
  if ((await vault.get(name)) === undefined) await vault.set(name, dataKeyToText(newDataKey()));
  const key = dataKeyFromText((await vault.get(name)) ?? '');
  if (!key) throw new Unavailable(`${PLACE[vault.kind]} does not give back the data key that it was given.`);
  remember(dataKeyCheck(key), vault.kind);
  return key;
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

function keyIsMissing(known: VaultKind, now: VaultKind): string {
  if (known === now)
    return `${PLACE[known]} no longer has the data key of this installation. ${WAY_BACK[known]}`;
  if (known === 'keychain') {
    return (
      'The data key of this installation lies in the OS keychain, which cannot be reached now. ' +
      'Unlock it, or log in to the session that has it, and start Lectern again.'
    );
  }
  if (known === 'file') {
    return (
      'The data key of this installation lies in the private file, which is not in use now. ' +
      'Start Lectern with the keychain switched off.'
    );
  }
  return 'The data key of this installation was kept by a process that has ended.';
}
