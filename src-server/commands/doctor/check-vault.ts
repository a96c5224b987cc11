import { lstatSync } from 'node:fs';
import { createSecrets, type OpenVault, type TokenReference } from '../../services/kernel/secrets.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import type { DatabaseInspection } from '../../store/file/inspect-database.ts';
import { openVault } from '../../vault/open-vault.ts';
import { type Check, finding, ok, reason, warning } from './check.ts';

// Each read from a keychain takes some milliseconds.
const MAX_TOKENS = 200;

/** Checks where secrets are stored, whether the data key is available, and which tokens cannot be shown again. */
export async function checkVault(
  folder: DataFolder,
  keychain: 'auto' | 'off' | 'only',
  inspection: DatabaseInspection | undefined,
): Promise<Check[]> {
  const known = inspection?.secrets;
  if (isOpenToOthers(folder.vaultFile)) {
    // Reading it would correct its permissions, and doctor changes nothing.
    return [
      warning(
        'Secrets',
        'not checked, because other users can read the private file',
        'Correct its permissions first.',
      ),
    ];
  }
  let vault: OpenVault;
  try {
    vault = await openVault({
      file: folder.vaultFile,
      keychain,
      previousKind: known?.installation.vault ?? null,
    });
  } catch (error) {
    return [{ name: 'Secrets', state: 'fault', text: reason(error) }];
  }
  const place = await checkVaultAccess(vault);
  if (!known) return [place];
  const { installation } = known;
  const secrets = createSecrets(
    // Read-only: writes are ignored.
    {
      installation: { read: () => installation, setDataKey: () => {} },
      environmentVariables: { any: () => true },
      integrations: { anySealed: () => true },
      change: (work) => work(),
    },
    async () => vault,
    () => {},
  );
  // While nothing is encrypted, reading the key would create one.
  const key = known.hasSealed
    ? await checkKey(() => secrets.dataKey(), vault.state.kind)
    : ok('Data key', 'not needed yet: no value is encrypted');
  return [place, key, ...(await checkTokens(secrets.tokenText, known.tokens))];
}

// A damaged file is noticed only when it is read.
async function checkVaultAccess({ vault, state: { reason: where, path } }: OpenVault): Promise<Check> {
  try {
    await vault.get('doctor');
    return ok('Secrets', `in ${where}${path ? ` (${path})` : ''}`);
  } catch (error) {
    return { name: 'Secrets', state: 'fault', text: reason(error) };
  }
}

async function checkKey(load: () => Promise<unknown>, kind: string): Promise<Check> {
  try {
    await load();
    return ok('Data key', `available, in the ${kind}`);
  } catch (error) {
    return finding(
      'Data key',
      reason(error),
      'Until this is solved, environment variables can be neither set nor used.',
    );
  }
}

async function checkTokens(
  text: (token: TokenReference & { readonly id: number }) => Promise<string | undefined>,
  tokens: readonly (TokenReference & { readonly id: number })[],
): Promise<Check[]> {
  if (tokens.length === 0) return [];
  const checked = tokens.slice(-MAX_TOKENS);
  try {
    const missing: number[] = [];
    for (const token of checked) if ((await text(token)) === undefined) missing.push(token.id);
    const of = checked.length < tokens.length ? `the newest ${checked.length}` : `${tokens.length}`;
    if (missing.length === 0) return [ok('Tokens', `${of}; each can be shown again`)];
    const found = `${missing.length} of ${of} cannot be shown again (ids ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''})`;
    return [warning('Tokens', found, 'They still work; if one is lost, create a new one.')];
  } catch (error) {
    return [
      warning(
        'Tokens',
        `the vault cannot be read: ${reason(error)}`,
        'They still work, but cannot be shown again now.',
      ),
    ];
  }
}

function isOpenToOthers(file: string): boolean {
  if (process.platform === 'win32') return false;
  return ((lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
}
