import { Unavailable } from '../model/base/problems.ts';
import { fileVault } from './file-vault.ts';
import { keychainVault, type OpenEntry, probeKeychain } from './keychain-vault.ts';
import type { Vault, VaultKind, VaultState } from './vault.ts';

export type OpenVaultOptions = {
  /** Where the private file lies, or would. */
  readonly file: string;
  /** What the keychain shows as the owner of the entries. */
  readonly service?: string;
  /** 'auto': the keychain if it works, else the file. */
  readonly keychain: 'auto' | 'off' | 'only';
  /** How long the keychain may take to answer, a person's time to unlock it included; milliseconds. */
  readonly timeLimitMs?: number;
  /**
   * Where the data key lies already (installation.vault). With 'auto', a key in the file keeps the vault in the file:
   * a keychain that appears later would not have it.
   */
  readonly previousKind?: VaultKind | null;
  /** For tests: a keychain of their own. */
  readonly openEntry?: OpenEntry;
};

/**
 * The vault of this machine, and what to tell people about it. Never hangs: the keychain has its time limit.
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

  if (keychain === 'off') return fileResult('the OS keychain is switched off');
  if (keychain === 'auto' && usedBefore === 'file')
    return fileResult('this installation has kept its secrets there');

  const probe = await probeKeychain(timeLimitMs, openEntry);
  if (probe.ok) {
    return {
      vault: keychainVault(service, undefined, openEntry),
      state: { kind: 'keychain', reason: 'the OS keychain' },
    };
  }
  if (keychain === 'auto') return fileResult(probe.reason);
  throw new Unavailable(
    `Secrets may be kept in the OS keychain only, and ${probe.reason}. Unlock or start it, or allow the private file.`,
  );
}
