import type { Store } from '../../store/open-store.ts';
import { tokenDigest } from '../../vault/api-token.ts';
import { loadDataKey } from '../../vault/load-data-key.ts';
import { loadSessionKey } from '../../vault/session-key.ts';
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

/** Names the data key of an installation in the vault. */
export function dataKeyName(installation: string): string {
  return `${installation}/data-key`;
}

/** Names the key that vouches for saved sessions of browsers in the vault. */
function sessionKeyName(installation: string): string {
  return `${installation}/session-key`;
}

/** Names the text of a token in the vault: by its digest, and by the id under which earlier releases kept it. */
export function tokenNames(
  installation: string,
  { id, digest }: TokenReference,
): readonly [string, ...string[]] {
  // The digest names a token for good; ids repeat once a snapshot was restored.
  const name = `${installation}/token/${digest}`;
  return id === undefined ? [name] : [name, `${installation}/token/${id}`];
}

/** What the vault keeps of a remote: its token, and the number of its newest run. */
const REMOTE_SECRETS = ['token', 'run'] as const;
type RemoteSecret = (typeof REMOTE_SECRETS)[number];

/** Names a secret of a remote in the vault. */
function remoteSecretName(installation: string, remote: string, secret: RemoteSecret): string {
  return `${installation}/remote/${remote}/${secret}`;
}

/** Deletes all that the vault keeps of a remote. */
export async function deleteRemoteSecrets(vault: Vault, installation: string, remote: string): Promise<void> {
  for (const secret of REMOTE_SECRETS) await vault.delete(remoteSecretName(installation, remote, secret));
}

/** Finds the text of a token in the vault, where earlier releases kept it too. */
export async function findTokenText(
  vault: Vault,
  installation: string,
  token: TokenReference,
): Promise<string | undefined> {
  const [name, earlierName] = tokenNames(installation, token);
  const text = await vault.get(name);
  if (text !== undefined || earlierName === undefined) return text;
  const earlier = await vault.get(earlierName);
  return earlier !== undefined && hexDigest(earlier) === token.digest ? earlier : undefined;
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
      name: dataKeyName(id),
      // While nothing is encrypted, a lost key can be replaced.
      known:
        dataKeyCheck && kind && (store.environmentVariables.any() || store.integrations.anySealed())
          ? { check: dataKeyCheck, vaultKind: kind }
          : null,
      save: (check, vaultKind) => store.change(() => store.installation.setDataKey(check, vaultKind)),
    });
  }

  const remoteName = (remote: string, secret: RemoteSecret) =>
    remoteSecretName(store.installation.read().id, remote, secret);
  const namesOf = (token: TokenReference) => tokenNames(store.installation.read().id, token);

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

    /** Returns the reader of the key that vouches for saved sessions, which makes it when it is missing. */
    sessionKey(): () => Promise<Uint8Array> {
      const name = sessionKeyName(store.installation.read().id);
      return async () => loadSessionKey((await vault()).vault, name);
    },

    storeToken(token: string): void {
      const [name] = namesOf({ digest: hexDigest(token) });
      enqueue('A token could not be stored for copying', (openedVault) => openedVault.set(name, token));
    },
    deleteToken(token: TokenReference): void {
      const names = namesOf(token);
      enqueue('A revoked token could not be removed from the vault', async (openedVault) => {
        for (const name of names) await openedVault.delete(name);
      });
    },
    /** Returns the text of a token, if the vault has it. */
    async tokenText(token: TokenReference): Promise<string | undefined> {
      await writes;
      return findTokenText((await vault()).vault, store.installation.read().id, token);
    },
    /** Secrets of remotes, by the name of the remote. */
    remotes: {
      read: async (remote: string, secret: RemoteSecret): Promise<string | undefined> =>
        (await vault()).vault.get(remoteName(remote, secret)),
      /** Resolves once it is stored. */
      write: async (remote: string, secret: RemoteSecret, text: string): Promise<void> =>
        (await vault()).vault.set(remoteName(remote, secret), text),
      /** Deletes all of a remote. */
      async remove(remote: string): Promise<void> {
        await deleteRemoteSecrets((await vault()).vault, store.installation.read().id, remote);
      },
      /** Deletes all of a remote later; what fails is logged. */
      forget(remote: string): void {
        enqueue('The token of a removed remote could not be removed from the vault', (openedVault) =>
          deleteRemoteSecrets(openedVault, store.installation.read().id, remote),
        );
      },
    },
    /** Resolves when all queued writes are done. */
    settled: async (): Promise<void> => {
      await writes;
    },
  };
}

export type Secrets = ReturnType<typeof createSecrets>;
