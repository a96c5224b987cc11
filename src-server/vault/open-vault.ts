import { Unavailable } from '../model/base/problems.ts';
import { fileVault } from './file-vault.ts';
import { keychainVault, type OpenEntry, probeKeychain } from './keychain-vault.ts';
import type { Vault, VaultKind, VaultState } from './vault.ts';

export type OpenVaultOptions = {
  /** The path of the private file, which may not exist yet. */
  readonly file: string;
  /** What the keychain shows as the owner of the entries. */
  readonly service?: string;
  /** 'auto': the keychain if it works, else the file. */
  readonly keychain: 'auto' | 'off' | 'only';
  /** How long the keychain may take to answer, including the user's time to unlock it; milliseconds. */
  readonly timeLimitMs?: number;
  /**
   * Where the data key is already (installation.vault). With 'auto', a key in the file keeps the vault in the file:
   * a keychain that appears later would not have it.
   */
  readonly previousKind?: VaultKind | null;
  /** For tests: their own keychain. */
  readonly openEntry?: OpenEntry;
};

/**
 * Opens the vault of this machine, with its description for people. Never hangs: the keychain has a time limit.
 * @throws Unavailable with keychain 'only' when it does not work
 */
export async function openVault(options: OpenVaultOptions): Promise<{ vault: Vault; state: VaultState }> {
  const {
    file,
    service = 'lectern',
    keychain,
    timeLimitMs = 15_000,
    previousKind: usedBefore,
    openEntry,
  } = options;

  const fileResult = (why: string) => ({
    vault: fileVault(file),
    state: { kind: 'file', reason: `a private file, because ${why}`, path: file } as const,
  });

  if (keychain === 'off') return fileResult('the OS keychain is turned off');
  if (keychain === 'auto' && usedBefore === 'file')
    return fileResult('this installation already keeps its secrets there');

  const probe = await probeKeychain(timeLimitMs, openEntry);
  if (probe.ok) {
    return {
      vault: keychainVault(service, undefined, openEntry),
      state: { kind: 'keychain', reason: 'the OS keychain' },
    };
  }
  if (keychain === 'auto') return fileResult(probe.reason);
  throw new Unavailable(
    `Secrets may be stored only in the OS keychain, but ${probe.reason}. Unlock or start it, or allow the private file.`,
  );
}
