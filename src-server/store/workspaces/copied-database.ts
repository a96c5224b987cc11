// The database of a workspace that was copied from another: its own installation, and values sealed under its own key.
import { constants, existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { DataFolder } from '../file/data-folder.ts';
import { DamagedDatabase } from '../file/database-problems.ts';
import { copyInBackground, removeEmptyLogFiles, withReadOnly } from '../file/integrity.ts';
import { removeRemotes } from '../tables/sync/remotes.ts';

/** What is sealed, and where: the contexts differ by kind (vault/data-key.ts). */
export type SealedValue = { readonly sealed: Uint8Array } & (
  | { readonly kind: 'variable'; readonly projectId: number; readonly name: string }
  | { readonly kind: 'integration'; readonly id: number }
);

/** Opens a value under the old key and seals it under the new one; undefined keeps one that cannot be opened. */
export type Reseal = (value: SealedValue) => Uint8Array | undefined;

/** What names the secrets of a data folder in the vault. */
export type SecretOwner = {
  readonly installation: string;
  readonly vault: 'keychain' | 'file' | 'memory' | null;
  /** Identifies the data key; null while there is none. */
  readonly dataKeyCheck: Uint8Array | null;
  readonly tokens: readonly { readonly id: number; readonly digest: string }[];
  /** Names of its remotes. */
  readonly remotes: readonly string[];
};

/** Answers whether a folder was ever opened. */
export function hasDatabase(folder: DataFolder): boolean {
  return existsSync(folder.database);
}

/** Copies the state of a database, even one in use, into a new folder. @throws DamagedDatabase */
export async function copyDatabase(from: DataFolder, to: DataFolder): Promise<void> {
  const hadLog = existsSync(`${from.database}-wal`) || existsSync(`${from.database}-shm`);
  try {
    const { findings } = await copyInBackground(from.database, to.database);
    if (findings.length > 0) throw new DamagedDatabase(from.database, findings);
  } finally {
    // Nobody had it open: the reader's files are the only trace of it.
    if (!hadLog) removeEmptyLogFiles(from.database);
  }
}

/** Copies the pages of all builds; those that are removed meanwhile are left out. */
export async function copyPages(from: DataFolder, to: DataFolder): Promise<void> {
  for (const version of await foldersIn(from.docs)) {
    for (const build of await foldersIn(join(from.docs, version))) {
      await cp(join(from.docs, version, build), join(to.docs, version, build), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
        verbatimSymlinks: true,
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }
}

/** Copies the repositories that were made from kits. */
export async function copyRepositories(from: DataFolder, to: DataFolder): Promise<void> {
  if (!existsSync(from.repositories)) return;
  const mode = constants.COPYFILE_FICLONE;
  await cp(from.repositories, to.repositories, { recursive: true, mode, verbatimSymlinks: true });
}

/** Makes projects of a copy use its own repositories in place of the other folder's. */
export function moveRepositories(database: Database, from: DataFolder, to: DataFolder): void {
  const old = join(from.repositories, '/');
  database
    .prepare(
      `UPDATE projects SET repository_url = ? || substr(repository_url, ?)
       WHERE substr(repository_url, 1, ?) = ?`,
    )
    .run(join(to.repositories, '/'), old.length + 1, old.length, old);
}

/** Gives a copy its own installation, seals all its values again and removes its remotes, in one transaction. */
export function renewInstallation(
  database: Database,
  id: string,
  key: { readonly check: Uint8Array; readonly vault: SecretOwner['vault'] } | null,
  reseal: Reseal,
): void {
  database.transaction(() => {
    database
      .prepare('UPDATE installation SET id = ?, data_key_check = ?, vault = ?')
      .run(id, key?.check ?? null, key?.vault ?? null);
    removeRemotes(database);
    const variable = database.prepare('UPDATE environment_variables SET sealed = ? WHERE id = ?');
    for (const { id: row, ...value } of sealedVariables(database)) {
      const sealed = reseal(value);
      if (sealed) variable.run(sealed, row);
    }
    const integration = database.prepare('UPDATE integrations SET sealed = ? WHERE id = ?');
    for (const value of sealedIntegrations(database)) {
      const sealed = reseal(value);
      if (sealed) integration.run(sealed, value.id);
    }
    const trashed = database.prepare(
      `UPDATE trash_rows SET row = json_set(row, '$.sealed.hex', ?) WHERE id = ?`,
    );
    for (const { row, value } of sealedInTrash(database)) {
      const sealed = reseal(value);
      if (sealed) trashed.run(Buffer.from(sealed).toString('hex'), row);
    }
  })();
}

/** Answers whether any value is sealed, so that the data key is needed. */
export function hasSealedValues(database: Database): boolean {
  const counts = [
    sealedVariables(database).length,
    sealedIntegrations(database).length,
    sealedInTrash(database).length,
  ];
  return counts.some((count) => count > 0);
}

/** Returns what names the secrets of an open database. */
export function secretOwner(database: Database): SecretOwner {
  const owner = database
    .prepare('SELECT id AS installation, vault, data_key_check AS dataKeyCheck FROM installation')
    .get() as Omit<SecretOwner, 'tokens' | 'remotes'>;
  const tokens = database.prepare('SELECT id, lower(hex(digest)) AS digest FROM tokens').all();
  // A snapshot of an earlier release has none.
  const hasRemotes =
    database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'remotes'").get() !== undefined;
  const remotes = hasRemotes ? database.prepare('SELECT name FROM remotes').pluck().all() : [];
  return { ...owner, tokens: tokens as { id: number; digest: string }[], remotes: remotes as string[] };
}

/** Returns what names the secrets of a folder that nobody uses, its snapshots included; none without a database. */
export async function secretOwners(folder: DataFolder): Promise<SecretOwner[]> {
  const kept = (await foldersIn(folder.snapshots)).map((name) =>
    join(folder.snapshots, name, 'database.sqlite'),
  );
  return [folder.database, ...kept]
    .filter((file) => existsSync(file))
    .map((file) => withReadOnly(file, secretOwner));
}

type VariableRow = { readonly id: number } & Extract<SealedValue, { kind: 'variable' }>;

function sealedVariables(database: Database): VariableRow[] {
  const rows = database
    .prepare(
      'SELECT id, project_id AS projectId, name, sealed FROM environment_variables WHERE sealed IS NOT NULL',
    )
    .all() as Omit<VariableRow, 'kind'>[];
  return rows.map((row) => ({ kind: 'variable', ...row }));
}

function sealedIntegrations(database: Database): Extract<SealedValue, { kind: 'integration' }>[] {
  const rows = database.prepare('SELECT id, sealed FROM integrations WHERE sealed IS NOT NULL').all() as Omit<
    Extract<SealedValue, { kind: 'integration' }>,
    'kind'
  >[];
  return rows.map((row) => ({ kind: 'integration', ...row }));
}

type TrashRow = { id: number; kind: string; subject: number; project: number; name: string; hex: string };

function sealedInTrash(database: Database): { row: number; value: SealedValue }[] {
  const rows = database
    .prepare(
      `SELECT id, table_name AS kind, json_extract(row, '$.id') AS subject, json_extract(row, '$.project_id') AS project,
              json_extract(row, '$.name') AS name, json_extract(row, '$.sealed.hex') AS hex
       FROM trash_rows
       WHERE table_name IN ('environment_variables', 'integrations') AND json_extract(row, '$.sealed.hex') <> ''`,
    )
    .all() as TrashRow[];
  return rows.map(({ id: row, kind, subject, project, name, hex }) => {
    const sealed = Buffer.from(hex, 'hex');
    const value: SealedValue =
      kind === 'integrations'
        ? { kind: 'integration', id: subject, sealed }
        : { kind: 'variable', projectId: project, name, sealed };
    return { row, value };
  });
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
