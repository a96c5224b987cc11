import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../model/base/timestamp.ts';
import { createBackup, lastWriteTime, listBackups, rotateBackups } from './backup.ts';
import type { DataFolder } from './data-folder.ts';

const HOUR_MS = 3_600_000;
// Not while the first requests wait, yet soon enough for somebody who works ten minutes a day.
const INITIAL_DELAY_MS = 60_000;
const DAY = 24 * HOUR_MS * 1000;

/** Backups that make themselves, until stopped. */
export type DailyBackups = {
  /** Makes one now if one is due; tells whether it did. Never throws: what goes wrong is logged. */
  readonly runIfDue: () => Promise<boolean>;
  /** No further ones; one that is being made ends without result. */
  readonly stop: () => void;
};

/**
 * Backs up once a day, by a look soon after the start and then every hour, and rotates the backups (safety R7).
 * Skips a day on which nothing changed. The timers do not keep the process alive.
 */
export function scheduleDailyBackups(
  database: Database,
  folder: DataFolder,
  clock: Clock,
  log: (line: string) => void,
): DailyBackups {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<boolean> | undefined;

  async function run(): Promise<boolean> {
    try {
      if (signal.aborted || !isDue(database, folder, clock)) return false;
      const { file } = await createBackup(database, folder, 'daily', clock, { signal });
      log(`backed up to ${file}`);
      await rotateBackups(folder);
      return true;
    } catch (error) {
      if (!signal.aborted) log(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  const runIfDue = () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
  const first = setTimeout(() => void runIfDue(), INITIAL_DELAY_MS).unref();
  const hourly = setInterval(() => void runIfDue(), HOUR_MS).unref();
  return {
    runIfDue,
    stop: () => {
      clearTimeout(first);
      clearInterval(hourly);
      stopping.abort(new Error('Lectern is closing'));
    },
  };
}

function isDue(database: Database, folder: DataFolder, clock: Clock): boolean {
  const [newest, ...older] = listBackups(folder);
  if (!newest) return true;
  const lastDaily = [newest, ...older].find(({ reason }) => reason === 'daily');
  if (lastDaily && clock() - lastDaily.created < DAY) return false;
  return lastWriteTime(database.name) > Math.floor(statSync(newest.file).mtimeMs);
}
