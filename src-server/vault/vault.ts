/** Where secrets lie. Tests and `--memory` pass one that forgets. */
export type Vault = {
  readonly kind: VaultKind;
  /** undefined when nothing lies under the name. */
  get(name: string): Promise<string | undefined>;
  /** Resolves once the value is safe there; takes the place of an older one. */
  set(name: string, value: string): Promise<void>;
  /** Does nothing when there is nothing. */
  delete(name: string): Promise<void>;
};

export type VaultKind = 'keychain' | 'file' | 'memory';

/** What the start line and `doctor` say about the vault. */
export type VaultState = {
  readonly kind: VaultKind;
  /** For people, ends a sentence: 'the OS keychain', 'a private file, because no secret service answers'. */
  readonly reason: string;
  /** Of the private file. */
  readonly path?: string;
};
