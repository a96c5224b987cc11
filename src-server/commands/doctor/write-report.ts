import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, release } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../core.ts';
import { Problem } from '../../model/base/problems.ts';
import { maskText } from '../../model/requests/mask-text.ts';
import { readSettings } from '../../model/settings/settings.ts';
import { packKit } from '../../services/kits/pack-kit.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import { type DatabaseInspection, sqliteVersion } from '../../store/file/inspect-database.ts';
import type { Check } from './check.ts';
import { namelessErrors } from './nameless-errors.ts';

/** What a report is made of. */
type Findings = {
  readonly folder: DataFolder;
  readonly checks: readonly Check[];
  readonly inspection: DatabaseInspection | undefined;
};

const ABOUT =
  'Written by "doctor --report". It holds no names of projects or people, no tokens, no passwords and no values.\n';

/**
 * Writes a support bundle: versions, settings, what doctor found, counts of rows and the last errors of the log. Paths of
 * the home and data folders are masked. @throws Problem when the file exists or cannot be written
 */
export async function writeReport(file: string, findings: Findings): Promise<void> {
  const zip = await packKit(
    new Map(
      Object.entries({
        'about.txt': ABOUT,
        'report.json': `${JSON.stringify(reportOf(findings), undefined, 2)}\n`,
        'errors.txt': namelessErrors(readLog()),
      }).map(([name, text]) => [name, Buffer.from(text)]),
    ),
  );
  try {
    writeFileSync(file, zip, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Problem(`${file} exists already. Name another file, or move it away.`);
    throw new Problem(`${file} cannot be written (${code ?? 'unknown'}). Name another file.`);
  }
}

function reportOf({ folder, checks, inspection }: Findings): object {
  const { settings, rows, bytes, schema } = inspection ?? {};
  const scrub = scrubber(folder);
  return {
    versions: {
      lectern: VERSION,
      node: process.versions.node,
      sqlite: sqliteVersion(),
      system: `${process.platform} ${release()} ${process.arch}`,
    },
    checks: checks.map(({ name, state, text, remedy, details }) => ({
      ...{ name, state, text: scrub(text) },
      ...(remedy !== undefined && { remedy: scrub(remedy) }),
      ...(details && { details: details.map(scrub) }),
    })),
    // Only keys that the schema of the settings has, none of which is a secret.
    settings: settings === undefined ? null : readSettings(settings),
    database: { schema: schema ?? null, bytes: bytes ?? null, rows: rows ?? {} },
  };
}

/** Returns the function that masks folders of this computer, passwords in addresses and what looks like a token. */
function scrubber({ root }: DataFolder): (text: string) => string {
  const home = homedir();
  return (text) => maskText(text.replaceAll(root, 'DATA').replaceAll(home, '~'));
}

/** Reads the application's log, the only one in a file; empty when there is none. */
function readLog(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const places: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(homedir(), 'Library/Application Support'),
    win32: APPDATA ?? homedir(),
  };
  const folder = places[process.platform] ?? XDG_CONFIG_HOME ?? join(homedir(), '.config');
  const file = join(folder, 'lectern-desktop/logs/lectern.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
