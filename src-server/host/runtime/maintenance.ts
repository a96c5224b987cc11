import { statSync } from 'node:fs';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { onMaintenanceTrigger } from '../../services/settings/maintenance-triggers.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import type { Database } from '../../store/file/database.ts';
import { checkInBackground, FULL_CHECK_BYTES } from '../../store/file/integrity.ts';
import type { DailyBackups } from '../../store/file/schedule-daily-backups.ts';

const START_DELAY_MS = 5_000;
const DAY_MS = 86_400_000;
const system = systemActor('start');

/**
 * Daily backups, old trash, old logs, and the full check of a database too large to be checked before the start. All begin a
 * while after it, so that the first answers are not kept waiting. Gives the function that ends this.
 */
export function startMaintenance(
  database: Database,
  folder: DataFolder,
  { trash, logPruning, changes }: Pick<Services, 'trash' | 'logPruning' | 'changes'>,
  clock: () => number,
  log: (line: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let daily: DailyBackups | undefined;
  let queue = Promise.resolve();
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      if (!stopping.signal.aborted) await work();
    } catch (error) {
      if (!stopping.signal.aborted) log(`Old trash and logs could not be removed: ${reasonOf(error)}`);
    }
  };
  // One after the other: both would find the same logs.
  const enqueue = (work: () => Promise<unknown>): Promise<void> => {
    queue = queue.then(() => attempt(work));
    return queue;
  };
  const pruneAll = () =>
    enqueue(async () => {
      trash.emptyOld(system);
      await logPruning.prune(system);
    });
  const pruneTimer = setInterval(() => void pruneAll(), DAY_MS).unref();
  const stopPruning = onMaintenanceTrigger(changes, ['keepLogsDays', 'keepLogsMegabytes'], (trigger) =>
    enqueue(async () => {
      if (trigger === 'settings' || logPruning.isFull(system)) await logPruning.prune(system);
    }),
  );
  const start = async () => {
    const { scheduleDailyBackups } = await import('../../store/file/schedule-daily-backups.ts');
    if (stopping.signal.aborted) return;
    void pruneAll();
    daily = scheduleDailyBackups(database, folder, clock, log);
    if (statSync(folder.database).size > FULL_CHECK_BYTES)
      await checkDatabase(folder.database, stopping.signal, log);
  };
  const timer = setTimeout(() => void start(), START_DELAY_MS);
  timer.unref();
  return async () => {
    clearTimeout(timer);
    clearInterval(pruneTimer);
    stopping.abort();
    await stopPruning();
    await queue;
    await daily?.stop();
  };
}

async function checkDatabase(file: string, signal: AbortSignal, log: (line: string) => void): Promise<void> {
  try {
    const { findings } = await checkInBackground(file, signal);
    if (findings.length > 0) log(`The database is damaged: ${findings[0]}. Stop Lectern and run its doctor.`);
  } catch (error) {
    if (!signal.aborted) log(`The database could not be checked: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
}
