import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Clock } from '../../model/base/timestamp.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import { type Database, openDatabase } from '../../store/file/database.ts';
import {
  copyDatabase,
  copyPages,
  copyRepositories,
  hasDatabase,
  hasSealedValues,
  moveRepositories,
  type Reseal,
  renewInstallation,
  type SealedValue,
  type SecretOwner,
  secretOwner,
} from '../../store/workspaces/copied-database.ts';
import {
  DecryptionError,
  dataKeyFingerprint,
  dataKeyToText,
  newDataKey,
  openValue,
  sealValue,
} from '../../vault/data-key.ts';
import { loadDataKey } from '../../vault/load-data-key.ts';
import type { Vault, VaultKind } from '../../vault/vault.ts';
import { dataKeyName, findTokenText, tokenNames } from '../kernel/secrets.ts';
import { sealContext } from '../variables/environment-variables.ts';
import { integrationContext } from '../webhooks/integrations.ts';

/** Opens the vault of a data folder, which was of this kind before. */
export type OpenVaultOf = (file: string, previousKind: VaultKind | null) => Promise<Vault>;

type CopyOptions = {
  readonly clock: Clock;
  readonly version: string;
  readonly log: (line: string) => void;
  readonly openVaultOf: OpenVaultOf;
};

/**
 * Copies projects, people, settings and pages into the empty folder `to`, which is moved to `place` later. The copy gets
 * its own installation and data key.
 * Reads the other folder alone. Backups, snapshots, the log of requests and the search index are not copied.
 * @throws Unavailable when values are encrypted and their key cannot be read
 */
export async function copyWorkspace(
  options: CopyOptions,
  from: DataFolder,
  to: DataFolder,
  place: DataFolder,
): Promise<void> {
  // A workspace that was never opened is empty.
  if (!hasDatabase(from)) return;
  const { clock, version, log, openVaultOf } = options;
  await copyDatabase(from, to);
  const database = await openDatabase({ folder: to, clock, version, log });
  try {
    const source = await openVaultOf(from.vaultFile, secretOwner(database).vault);
    const target = await openVaultOf(to.vaultFile, source.kind);
    const written = await moveSecrets(database, source, target);
    try {
      await copyPages(from, to);
      await copyRepositories(from, to);
      moveRepositories(database, from, place);
    } catch (error) {
      await forget(target, written);
      throw error;
    }
  } finally {
    database.close();
    // What a migration of the copy has backed up belongs to the other folder.
    rmSync(to.backups, { recursive: true, force: true });
  }
}

/** Makes a new installation of the copied database; returns the names of its secrets in `target`. An error leaves none. */
async function moveSecrets(database: Database, source: Vault, target: Vault): Promise<readonly string[]> {
  const owner = secretOwner(database);
  const id = randomUUID();
  const written: string[] = [];
  const keep = async (name: string, text: string) => {
    written.push(name);
    await target.set(name, text);
  };
  try {
    if (hasSealedValues(database)) {
      const oldKey = await loadKey(owner, source);
      const newKey = newDataKey();
      await keep(dataKeyName(id), dataKeyToText(newKey));
      const key = { check: dataKeyFingerprint(newKey), vault: target.kind };
      renewInstallation(database, id, key, resealer(oldKey, newKey));
    } else renewInstallation(database, id, null, () => undefined);
    for (const token of owner.tokens) {
      const text = await findTokenText(source, owner.installation, token);
      // Tokens work in the copy as well.
      if (text !== undefined) await keep(tokenNames(id, token)[0], text);
    }
    return written;
  } catch (error) {
    await forget(target, written);
    throw error;
  }
}

async function forget(vault: Vault, names: readonly string[]): Promise<void> {
  for (const name of names) await vault.delete(name).catch(() => undefined);
}

/** Reads the key of the folder that is copied. @throws Unavailable with advice */
function loadKey(
  { installation, dataKeyCheck, vault: kind }: SecretOwner,
  vault: Vault,
): Promise<Uint8Array> {
  return loadDataKey({
    vault,
    name: dataKeyName(installation),
    // With a check the key is only read, never made.
    known: { check: dataKeyCheck ?? new Uint8Array(), vaultKind: kind ?? vault.kind },
    save: () => {},
  });
}

function resealer(oldKey: Uint8Array, newKey: Uint8Array): Reseal {
  return (value) => {
    const context = contextOf(value);
    try {
      return sealValue(newKey, context, openValue(oldKey, context, value.sealed));
    } catch (error) {
      // It could not be used in the other folder either.
      if (error instanceof DecryptionError) return undefined;
      throw error;
    }
  };
}

function contextOf(value: SealedValue): string {
  return value.kind === 'variable' ? sealContext(value.projectId, value.name) : integrationContext(value.id);
}
