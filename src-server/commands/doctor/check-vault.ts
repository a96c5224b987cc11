import { lstatSync } from 'node:fs';
import { createSecrets, type OpenVault } from '../../services/kernel/secrets.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import type { DatabaseInspection } from '../../store/file/inspect-database.ts';
import { openVault } from '../../vault/open-vault.ts';
import { type Check, finding, ok, reason, warning } from './check.ts';

// Each question to a keychain takes some milliseconds.
const MAX_TOKENS = 200;

/** Where secrets lie, whether the data key is there, and which tokens could not be shown again. */
export async function checkVault(
  folder: DataFolder,
  keychain: 'auto' | 'off' | 'only',
  inspection: DatabaseInspection | undefined,
): Promise<Check[]> {
  const known = inspection?.secrets;
  if (isOpenToOthers(folder.vaultFile)) {
    // To read it would mend its rights, and this changes nothing.
    return [
      warning('Secrets', 'not looked at, since others may read the private file', 'Mend its rights first.'),
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
    // Only to be read: what a look would write down goes nowhere.
    {
      installation: { read: () => installation, setDataKey: () => {} },
      environmentVariables: { any: () => true },
      integrations: { anySealed: () => true },
      change: (work) => work(),
    },
    async () => vault,
    () => {},
  );
  // Where nothing is sealed, to ask for the key would make one.
  const key = inspection?.rows.environment_variables
    ? await checkKey(() => secrets.dataKey(), vault.state.kind)
    : ok('Data key', 'not needed yet: there is no environment variable');
  return [place, key, ...(await checkTokens(secrets.tokenText, known.tokenIds))];
}

// A file that is damaged shows only when it is read.
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
    return ok('Data key', `there, in the ${kind}`);
  } catch (error) {
    return finding(
      'Data key',
      reason(error),
      'Until then environment variables can be neither set nor used.',
    );
  }
}

async function checkTokens(
  text: (id: number) => Promise<string | undefined>,
  ids: readonly number[],
): Promise<Check[]> {
  if (ids.length === 0) return [];
  const checked = ids.slice(-MAX_TOKENS);
  try {
    const missing: number[] = [];
    for (const id of checked) if ((await text(id)) === undefined) missing.push(id);
    const of = checked.length < ids.length ? `the newest ${checked.length}` : `${ids.length}`;
    if (missing.length === 0) return [ok('Tokens', `${of}; each can be shown again`)];
    const found = `${missing.length} of ${of} cannot be shown again (ids ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''})`;
    return [warning('Tokens', found, 'They work; where one is lost, make a new one.')];
  } catch (error) {
    return [
      warning(
        'Tokens',
        `the vault cannot be asked: ${reason(error)}`,
        'They work; they just cannot be shown again now.',
      ),
    ];
  }
}

function isOpenToOthers(file: string): boolean {
  if (process.platform === 'win32') return false;
  return ((lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
}
