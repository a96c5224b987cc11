import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { VERSION } from '../../core.ts';
import { Problem } from '../../model/base/problems.ts';
import { formatTimestamp, systemClock } from '../../model/base/timestamp.ts';
import {
  type Backup,
  createBackup,
  listBackups,
  newestValidBackup,
  rotateBackups,
} from '../../store/backup/backup.ts';
import { recoverFromBackup, startFresh } from '../../store/backup/recover.ts';
import {
  continueReadable,
  type RestoreOptions,
  type RestoreReport,
  restoreBackup,
} from '../../store/backup/restore.ts';
import { type DataFolder, prepareDataFolder } from '../../store/file/data-folder.ts';
import { lockDataFolder } from '../../store/file/folder-lock.ts';
import { PROGRAM, UsageError } from '../command-line.ts';
import { resolveDataFolder, resolvePathArg } from '../paths.ts';
import { formatBytes, formatColumns, type Terminal } from '../terminal.ts';
import { type CoreOptions, requireFolder, withCore } from '../with-core.ts';

/** `backup [--list]`. @throws BackupFailed */
export async function backup(
  options: CoreOptions & { readonly list: boolean },
  terminal: Terminal,
): Promise<number> {
  if (options.list) return showBackups(resolveDataFolder(options.data), terminal);
  return withCore(options, terminal, 'existing', async ({ database, folder }) => {
    if (!folder) throw new Problem('Data in memory cannot be backed up.');
    const made = await createBackup(database, folder, 'manual', systemClock);
    await rotateBackups(folder);
    terminal.answer(toJson(made), [`Backed up to ${made.file} (${formatBytes(made.bytes)}, verified).`]);
    return 0;
  });
}

/** `restore FILE|newest`. @throws what restoreBackup throws */
export function restore(options: CoreOptions, arg: string, terminal: Terminal): Promise<number> {
  return withLock(options, terminal, async (folder, context) => {
    const file =
      arg === 'newest' ? (await newestValidBackup(folder, context.log))?.file : backupFile(folder, arg);
    if (!file) throw new Problem(`There is no valid backup in ${folder.backups}. Name another file.`);
    return report(await restoreBackup(folder, file, context), terminal);
  });
}

/** `recover --backup [FILE]`, `--readable` or `--fresh`. @throws what recoverFromBackup and continueReadable throw */
export async function recover(
  options: CoreOptions & { readonly backup: boolean; readonly readable: boolean; readonly fresh: boolean },
  arg: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const { backup: fromBackup, readable, fresh } = options;
  if ([fromBackup, readable, fresh].filter(Boolean).length !== 1) {
    throw new UsageError('"recover" needs one of --backup [FILE], --readable and --fresh.');
  }
  if (!fromBackup && arg !== undefined)
    throw new UsageError(`${fresh ? '--fresh' : '--readable'} takes no FILE.`);
  return withLock(options, terminal, async (folder, context) => {
    if (fresh) {
      const quarantined = await startFresh(folder, context);
      terminal.answer({ fresh: true, kept_aside: quarantined }, [
        'The database is new and empty.',
        ...keptAside('previous', quarantined),
      ]);
      return 0;
    }
    if (readable) {
      const { rows, quarantined } = await continueReadable(folder, context);
      terminal.answer({ readable: true, rows: countsOf(rows), kept_aside: quarantined }, [
        'The database holds what could be read.',
        ...keptAside('damaged', quarantined),
      ]);
      return 0;
    }
    const file = arg === undefined ? undefined : backupFile(folder, arg);
    return report(await recoverFromBackup(folder, file, context), terminal);
  });
}

function keptAside(which: string, files: readonly string[]): string[] {
  return files.length > 0 ? [`The ${which} database is kept as ${files.join(', ')}.`] : [];
}

function countsOf(rows: RestoreReport['rows']): Record<string, number> {
  return Object.fromEntries(Object.entries(rows).map(([table, { after }]) => [table, after]));
}

async function withLock(
  { data }: CoreOptions,
  terminal: Terminal,
  work: (folder: DataFolder, context: RestoreOptions) => Promise<number>,
): Promise<number> {
  const { root } = resolveDataFolder(data);
  requireFolder(root);
  const folder = prepareDataFolder(root, terminal.log);
  const lock = lockDataFolder(folder, { what: 'command' }, systemClock, terminal.log);
  try {
    return await work(folder, { clock: systemClock, version: VERSION, log: terminal.log });
  } finally {
    lock.release();
  }
}

/** Resolves a path, or a name that `backup --list` shows. */
function backupFile(folder: DataFolder, arg: string): string {
  const listed = join(folder.backups, arg);
  return arg === basename(arg) && existsSync(listed) ? listed : resolvePathArg(arg);
}

function showBackups(folder: DataFolder, terminal: Terminal): number {
  requireFolder(folder.root);
  const backups = listBackups(folder);
  const rows = backups.map((each) => [
    basename(each.file),
    `${formatTimestamp(each.created)}${each.fromFuture ? ' (in the future)' : ''}`,
    formatBytes(each.bytes),
    each.reason,
  ]);
  const none = [`There are no backups in ${folder.backups}. Make one with "${PROGRAM} backup".`];
  terminal.answer(
    { folder: folder.backups, backups: backups.map(toJson) },
    backups.length === 0 ? none : formatColumns([['FILE', 'MADE', 'SIZE', 'REASON'], ...rows]),
  );
  return 0;
}

function toJson({ file, reason, created, fromFuture, bytes }: Backup): object {
  return {
    file,
    reason,
    created: formatTimestamp(created),
    bytes,
    ...(fromFuture && { in_the_future: true }),
  };
}

function report({ file, rows, backup: kept, quarantined }: RestoreReport, terminal: Terminal): number {
  const changes = Object.entries(rows).map(([table, { before, after }]) => [
    table,
    before === null ? '-' : String(before),
    String(after),
  ]);
  const lines = [
    `Restored ${file}. Rows per table:`,
    ...formatColumns([['TABLE', 'BEFORE', 'NOW'], ...changes]),
    ...(kept ? [`The previous state is kept as ${kept.file}.`] : []),
    ...keptAside('unreadable', quarantined),
  ];
  terminal.answer({ file, rows, backup: kept?.file ?? null, kept_aside: quarantined }, lines);
  return 0;
}
