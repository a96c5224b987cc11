import { VERSION } from '../../core.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import type { DatabaseInspection } from '../../store/file/inspect-database.ts';
import { resolveDataFolder, resolvePathArg } from '../paths.ts';
import type { Terminal } from '../terminal.ts';
import type { Check } from './check.ts';
import { checkBackupDates, checkBackups, checkDatabase } from './check-database.ts';
import { checkFolder, checkHolder, checkOtherFiles, checkSpace } from './check-folder.ts';
import {
  checkIsolation,
  checkNode,
  checkPort,
  checkPrograms,
  checkSqlite,
  REQUIRED_PROGRAMS,
} from './check-machine.ts';
import { checkVault } from './check-vault.ts';
import { writeReport } from './write-report.ts';

/** The options of `doctor`. */
export type DoctorOptions = {
  readonly data: string | undefined;
  readonly port: string;
  /** The file for the support bundle. */
  readonly report: string | undefined;
  readonly keychain: 'auto' | 'off' | 'only';
};

const STATE_SYMBOLS: Readonly<Record<Check['state'], string>> = { ok: '✓', warning: '!', fault: '✗' };

/** `doctor`: checks everything and changes nothing, but for the report that it is asked to write; 1 when something is wrong. */
export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const folder = resolveDataFolder(options.data);
  const programs = checkPrograms();
  const isolation = checkIsolation();
  const folderCheck = checkFolder(folder);
  const content = folderCheck.usable
    ? await checkContent(folder, options.keychain)
    : { checks: [], url: undefined, inspection: undefined };
  const checks = [
    checkNode(),
    checkSqlite(),
    ...folderCheck.checks,
    checkSpace(folder),
    ...content.checks,
    await checkPort(Number(options.port), content.url),
    ...(await programs),
    await isolation,
  ];
  const findingCount = checks.filter(({ state }) => state === 'fault').length;
  const report = options.report === undefined ? undefined : resolvePathArg(options.report);
  if (report !== undefined) await writeReport(report, { folder, checks, inspection: content.inspection });
  terminal.answer(
    { ok: findingCount === 0, version: VERSION, data: folder.root, checks, ...(report && { report }) },
    [
      `Lectern ${VERSION}`,
      ...checks.flatMap(lines),
      verdict(findingCount, checks),
      ...(report === undefined ? [] : [`Wrote ${report}. Look at it before you send it.`]),
    ],
  );
  return findingCount === 0 ? 0 : 1;
}

/** Writes the last line; Lectern may work while builds cannot run. */
function verdict(findingCount: number, checks: readonly Check[]): string {
  const missing = checks.filter(({ name, state }) => state !== 'ok' && REQUIRED_PROGRAMS[name] !== undefined);
  const builds = `builds cannot run without ${missing.map(({ name }) => name).join(' and ')}.`;
  if (findingCount === 0)
    return missing.length === 0 ? 'No problems found.' : `No problems with Lectern itself, but ${builds}`;
  const wrong = findingCount === 1 ? '1 problem found' : `${findingCount} problems found`;
  return missing.length === 0 ? `${wrong}.` : `${wrong}, and ${builds}`;
}

async function checkContent(
  folder: DataFolder,
  keychain: DoctorOptions['keychain'],
): Promise<{ checks: Check[]; url: string | undefined; inspection: DatabaseInspection | undefined }> {
  const { check, holder, isUnused } = checkHolder(folder);
  const { checks, inspection } = checkDatabase(folder, isUnused);
  const backups = [await checkBackups(folder, inspection?.last), ...checkBackupDates(folder)];
  const vault = await checkVault(folder, keychain, inspection);
  return {
    checks: [check, ...checkOtherFiles(folder, isUnused), ...checks, ...backups, ...vault],
    url: holder?.url,
    inspection,
  };
}

function lines({ name, state, text, remedy, details: [detail, ...more] = [] }: Check): string[] {
  const others = more.length > 0 ? ` (and ${more.length} more: --json)` : '';
  return [
    `${STATE_SYMBOLS[state]} ${name.padEnd(12)}  ${text}${remedy ? `. ${remedy}` : ''}`,
    ...(detail === undefined ? [] : [`    ${detail}${others}`]),
  ];
}
