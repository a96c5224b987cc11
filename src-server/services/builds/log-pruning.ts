import { setImmediate } from 'node:timers/promises';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { BuildLogSize } from '../../store/tables/builds/build-logs.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { SettingsService } from '../settings/settings.ts';

/** What a pruning removed. */
export type LogsPruned = { readonly builds: number; readonly bytes: number };

const DAY = 86_400 * 1_000_000;
const MEGABYTE = 1_000_000;
/** How much one transaction removes, in bytes, so that other work does not wait long. */
const MAX_BATCH_BYTES = 16 * MEGABYTE;

/**
 * Creates the pruning of logs by age and size, oldest first; builds and their commands stay (safety R14). Logs of a seed
 * file are pruned by size only, since they were old when they were loaded.
 */
export function createLogPruning(
  { store, access, changes, machineClock }: ServiceContext,
  settings: Pick<SettingsService, 'get'>,
) {
  /** Returns the logs of finished builds that exceed the settings' age or size. */
  function logsToPrune(actor: Actor, now: Timestamp): BuildLogSize[] {
    const days = settings.get(actor, 'keepLogsDays');
    const megabytes = settings.get(actor, 'keepLogsMegabytes');
    const logs = store.buildLogs.sizes();
    let excessBytes =
      logs.reduce((sum, { bytes }) => sum + bytes, 0) - (megabytes ?? Number.MAX_VALUE) * MEGABYTE;
    return logs.filter(({ created, bytes, recorded }) => {
      const isOld = days !== null && recorded === 0 && created < now - days * DAY;
      const isPruned = excessBytes > 0 || isOld;
      if (isPruned) excessBytes -= bytes;
      return isPruned;
    });
  }

  /** Removes a batch of the first logs; returns those that are left. Call it inside a change. */
  function removeBatch(logs: readonly BuildLogSize[], now: Timestamp): readonly BuildLogSize[] {
    let bytes = 0;
    let count = 0;
    for (const log of logs) {
      if (bytes >= MAX_BATCH_BYTES) break;
      store.buildLogs.remove(log.id, now);
      bytes += log.bytes;
      count += 1;
    }
    return logs.slice(count);
  }

  return {
    /** Returns whether the logs exceed the size of the settings. @throws Forbidden except at this machine */
    isFull(actor: Actor): boolean {
      const megabytes = settings.get(actor, 'keepLogsMegabytes');
      return megabytes !== null && store.buildLogs.total() > megabytes * MEGABYTE;
    },

    /**
     * Removes the logs that exceed the settings, with one journal entry, yielding to other work between batches.
     * @throws Forbidden except at this machine
     */
    async prune(actor: Actor, now: Timestamp = machineClock()): Promise<LogsPruned> {
      access.requireOperator(actor);
      const logs = logsToPrune(actor, now);
      const pruned = { builds: logs.length, bytes: logs.reduce((sum, { bytes }) => sum + bytes, 0) };
      let remaining: readonly BuildLogSize[] = logs;
      while (remaining.length > 0) {
        const batch = remaining;
        remaining = store.change(() => {
          // Recorded at the beginning; a pruning that is cut off continues in the next one.
          if (batch === logs) changes.record(actor, { action: 'log.prune', before: pruned });
          return removeBatch(batch, now);
        });
        await setImmediate();
      }
      return pruned;
    },
  };
}

export type LogPruning = ReturnType<typeof createLogPruning>;
