import { statSync } from 'node:fs';
import type { Clock } from '../../../model/base/timestamp.ts';
import { systemActor } from '../../../services/kernel/actor.ts';
import type { Services } from '../../../services/open-services.ts';
import type { DataFolder } from '../../../store/file/data-folder.ts';
import type { Database } from '../../../store/file/database.ts';
import { checkInBackground, FULL_CHECK_BYTES } from '../../../store/file/integrity.ts';
import { idleCheckpoint } from '../../../store/log/checkpoint.ts';
import { DAY_MS, type MaintenanceTask } from './maintenance.ts';

type DataMaintenanceOptions = {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly services: Pick<Services, 'trash' | 'logPruning' | 'journalPruning'>;
  readonly clock: Clock;
  readonly log: (line: string) => void;
};

/** So that the first answers do not have to wait. */
export const START_DELAY_MS = 5_000;
/** Later than that, yet soon enough for someone who works ten minutes a day. */
const BACKUP_DELAY_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Without a write for this long, the log is moved into the database. */
const IDLE_MS = 2_000;
const system = systemActor('start');

/** What the database of a data folder needs: its trash, logs, journal, backups and full check. */
export function dataMaintenance(options: DataMaintenanceOptions): readonly MaintenanceTask[] {
  const { database, folder, services, clock, log } = options;
  const { trash, logPruning, journalPruning } = services;
  return [
    {
      name: 'Emptying the log of changes',
      when: { startDelay: IDLE_MS, interval: IDLE_MS },
      run: idleCheckpoint(database),
    },
    {
      name: 'Emptying old trash',
      when: { startDelay: START_DELAY_MS, interval: DAY_MS },
      run: () => trash.emptyOld(system),
    },
    {
      name: 'Removing old logs',
      when: {
        startDelay: START_DELAY_MS,
        interval: DAY_MS,
        settings: ['keepLogsDays', 'keepLogsMegabytes'],
        builds: true,
      },
      run: async (trigger) => {
        if (trigger !== 'build' || logPruning.isFull(system)) await logPruning.prune(system);
      },
    },
    {
      // After the trash, which may need entries until it is emptied.
      name: 'Removing old history',
      when: {
        startDelay: START_DELAY_MS,
        interval: DAY_MS,
        settings: ['keepJournalDays', 'keepJournalMegabytes'],
      },
      run: () => journalPruning.prune(system),
    },
    {
      // A database too large to be checked before the start (safety R6).
      name: 'Checking the database',
      when: { startDelay: START_DELAY_MS },
      run: async (_, signal) => {
        if (statSync(folder.database).size <= FULL_CHECK_BYTES) return;
        const { findings } = await checkInBackground(folder.database, signal);
        if (findings.length > 0)
          log(`The database is damaged: ${findings[0]}. Stop Lectern and run its doctor.`);
      },
    },
    {
      // Hourly, so that a machine that sleeps at night has a backup of each day too.
      name: 'Making the daily backup',
      when: { startDelay: BACKUP_DELAY_MS, interval: HOUR_MS },
      run: async (_, signal) => {
        const { backUpDaily } = await import('../../../store/backup/backup.ts');
        const backup = await backUpDaily(database, folder, clock, signal);
        if (backup) log(`backed up to ${backup.file}`);
      },
    },
  ];
}
