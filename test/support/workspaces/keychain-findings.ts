/** What a data folder can open. */
export type Reading = {
  readonly installation: string;
  readonly variable: string | undefined;
  readonly integration: string | null;
  readonly token: string | undefined;
};

type Entries = Readonly<Record<string, string>>;

/** What keychain-child.ts found: the entries of the keychain after each step, and what Home and the copy can open. */
export type KeychainFindings = {
  readonly atHome: Entries;
  readonly copied: Entries;
  readonly used: Entries;
  readonly removed: Entries;
  readonly readings: { readonly home: Reading; readonly copy: Reading };
  readonly later: Reading;
  /** After a copy and a kit that failed, and why they did. */
  readonly refused: { readonly entries: Entries; readonly reasons: readonly string[] };
};
