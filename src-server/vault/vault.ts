/** Stores secrets. Tests and `--memory` pass one in memory. */
export type Vault = {
  readonly kind: VaultKind;
  /** Reads the secret of a name; undefined when there is none. */
  get(name: string): Promise<string | undefined>;
  /** Resolves once the value is stored; replaces an older one. */
  set(name: string, value: string): Promise<void>;
  /** Does nothing when there is none. */
  delete(name: string): Promise<void>;
};

export type VaultKind = 'keychain' | 'file' | 'memory';

/** What `serve` and `doctor` say about the vault. */
export type VaultState = {
  readonly kind: VaultKind;
  /** For people, ends a sentence: 'the OS keychain', 'a private file, because no secret service answers'. */
  readonly reason: string;
  /** Of the private file. */
  readonly path?: string;
};
