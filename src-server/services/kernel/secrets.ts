import type { Store } from '../../store/open-store.ts';
import { tokenDigest } from '../../vault/api-token.ts';
import { loadDataKey } from '../../vault/load-data-key.ts';
import type { Vault, VaultState } from '../../vault/vault.ts';

/** An open vault and its state. */
export type OpenVault = { readonly vault: Vault; readonly state: VaultState };

/** What secrets need of the store. */
export type SecretsStore = Pick<Store, 'installation' | 'change'> & {
  readonly environmentVariables: Pick<Store['environmentVariables'], 'any'>;
  readonly integrations: Pick<Store['integrations'], 'anySealed'>;
};

/** Names a token: its digest in hexadecimal, and the id that it has now. */
export type TokenReference = { readonly id?: number; readonly digest: string };

function hexDigest(token: string): string {
  return Buffer.from(tokenDigest(token)).toString('hex');
}

/** Keeps the secrets of this installation: the data key and the text of tokens. Opens the vault when first needed. */
export function createSecrets(
  store: SecretsStore,
  openVault: () => Promise<OpenVault>,
  log: (line: string) => void,
) {
  let opened: Promise<OpenVault> | undefined;
  let key: Promise<Uint8Array> | undefined;
  let writes: Promise<unknown> = Promise.resolve();

  function vault(): Promise<OpenVault> {
    opened ??= openVault().catch((error: unknown) => {
      opened = undefined; // a keychain that is locked now may be open the next time
      throw error;
    });
    return opened;
  }

  async function makeOrLoadKey(): Promise<Uint8Array> {
    const { vault: openedVault } = await vault();
    const { id, dataKeyCheck, vault: kind } = store.installation.read();
    return loadDataKey({
      vault: openedVault,
      name: `${id}/data-key`,
      // While nothing is encrypted, a lost key can be replaced.
      known:
        dataKeyCheck && kind && (store.environmentVariables.any() || store.integrations.anySealed())
          ? { check: dataKeyCheck, vaultKind: kind }
          : null,
      save: (check, vaultKind) => store.change(() => store.installation.setDataKey(check, vaultKind)),
    });
  }

  /** The digest names a token for good; ids repeat once a snapshot was restored. */
  function tokenName(digest: string): string {
    return `${store.installation.read().id}/token/${digest}`;
  }

  /** Where earlier releases kept the text. */
  function earlierName(tokenId: number): string {
    return `${store.installation.read().id}/token/${tokenId}`;
  }

  /** Queues a write to the vault. It may fail: a token works without its text, which only allows to copy it again. */
  function enqueue(what: string, work: (openedVault: Vault) => Promise<unknown>): void {
    writes = writes
      .then(async () => work((await vault()).vault))
      .catch((error: unknown) =>
        log(`${what}: ${error instanceof Error ? error.message : 'the vault failed'}`),
      );
  }

  return {
    /** Returns where secrets are kept. */
    state: async (): Promise<VaultState> => (await vault()).state,

    /** Returns the key that encrypts values at rest. @throws Unavailable when values need it and it cannot be read */
    dataKey(): Promise<Uint8Array> {
      key ??= makeOrLoadKey().catch((error: unknown) => {
        key = undefined;
        throw error;
      });
      return key;
    },

    /** Makes the next call of `dataKey` read it again: the values that it opens were replaced. */
    forgetDataKey(): void {
      key = undefined;
    },

    storeToken(token: string): void {
      const name = tokenName(hexDigest(token));
      enqueue('A token could not be stored for copying', (openedVault) => openedVault.set(name, token));
    },
    deleteToken({ id, digest }: TokenReference): void {
      const names = [tokenName(digest), ...(id === undefined ? [] : [earlierName(id)])];
      enqueue('A revoked token could not be removed from the vault', async (openedVault) => {
        for (const name of names) await openedVault.delete(name);
      });
    },
    /** Returns the text of a token, if the vault has it. */
    async tokenText({ id, digest }: TokenReference): Promise<string | undefined> {
      await writes;
      const { vault: openedVault } = await vault();
      const text = await openedVault.get(tokenName(digest));
      if (text !== undefined || id === undefined) return text;
      const earlier = await openedVault.get(earlierName(id));
      return earlier !== undefined && hexDigest(earlier) === digest ? earlier : undefined;
    },
    /** Resolves when all queued writes are done. */
    settled: async (): Promise<void> => {
      await writes;
    },
  };
}

export type Secrets = ReturnType<typeof createSecrets>;
