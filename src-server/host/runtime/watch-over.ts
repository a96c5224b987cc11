import { statSync } from 'node:fs';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { onPruningCues } from '../../services/settings/pruning-cues.ts';
import type { DailyBackups } from '../../store/file/daily-backup.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import type { Database } from '../../store/file/database.ts';
import { checkInBackground, FULL_CHECK_BYTES } from '../../store/file/integrity.ts';

const WATCH_AFTER_MS = 5_000;
const DAY_MS = 86_400_000;
const system = systemActor('start');

/**
 * Daily backups, old trash, old logs, and the full check of a database too large to be checked before the start. All begin a
 * while after it, so that the first answers are not kept waiting. Gives the function that ends this.
 */
export function watchOver(
  database: Database,
  folder: DataFolder,
  { trash, logPruning, changes }: Pick<Services, 'trash' | 'logPruning' | 'changes'>,
  clock: () => number,
  log: (line: string) => void,
): () => Promise<void> {
  const ended = new AbortController();
  let daily: DailyBackups | undefined;
  let turn = Promise.resolve();
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      if (!ended.signal.aborted) await work();
    } catch (error) {
      if (!ended.signal.aborted) log(`Old trash and logs could not be removed: ${reasonOf(error)}`);
    }
  };
  // One after the other: both would find the same logs.
  const inTurn = (work: () => Promise<unknown>): Promise<void> => {
    turn = turn.then(() => attempt(work));
    return turn;
  };
  const makeRoom = () =>
    inTurn(async () => {
      trash.emptyOld(system);
      await logPruning.prune(system);
    });
  const makingRoom = setInterval(() => void makeRoom(), DAY_MS).unref();
  const endCues = onPruningCues(changes, ['keepLogsDays', 'keepLogsMegabytes'], (cue) =>
    inTurn(async () => {
      if (cue === 'settings' || logPruning.isFull(system)) await logPruning.prune(system);
    }),
  );
  const begin = async () => {
    const { scheduleDailyBackups } = await import('../../store/file/daily-backup.ts');
    if (ended.signal.aborted) return;
    void makeRoom();
    daily = scheduleDailyBackups(database, folder, clock, log);
    if (statSync(folder.database).size > FULL_CHECK_BYTES) await checkAll(folder.database, ended.signal, log);
  };
  const timer = setTimeout(() => void begin(), WATCH_AFTER_MS);
  timer.unref();
  return async () => {
    clearTimeout(timer);
    clearInterval(makingRoom);
    ended.abort();
    await endCues();
    await turn;
    await daily?.stop();
  };
}

async function checkAll(file: string, signal: AbortSignal, log: (line: string) => void): Promise<void> {
  try {
    const { faults } = await checkInBackground(file, signal);
    if (faults.length > 0) log(`The database is damaged: ${faults[0]}. Stop Lectern and run its doctor.`);
  } catch (error) {
    if (!signal.aborted) log(`The database could not be checked: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
}
