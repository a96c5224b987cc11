import { setImmediate } from 'node:timers/promises';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { BuildLogSize } from '../../store/tables/builds/build-logs.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { SettingsService } from '../settings/settings.ts';

/** What a run removed. */
export type LogsPruned = { readonly builds: number; readonly bytes: number };

const DAY = 86_400 * 1_000_000;
const MEGABYTE = 1_000_000;
/** What one transaction removes, so that others do not wait long for it. In bytes. */
const MAX_BATCH_BYTES = 16 * MEGABYTE;

/**
 * Logs go by their age and by how much room they take, oldest first; builds and their commands stay (safety R14). What
 * came with a file has no age here: somebody brought it as old as it is, and only want of room takes it.
 */
export function createLogPruning(
  { store, access, changes, clock }: ServiceContext,
  settings: Pick<SettingsService, 'get'>,
) {
  /** Of builds that have ended, what is older or more than the settings keep. */
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

  /** Removes the first of them, some at once; gives those that are left. Part of a change. */
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
    /** Whether there may be more than the settings keep, apart from what is too old. @throws Forbidden unless asked at this machine */
    isFull(actor: Actor): boolean {
      const megabytes = settings.get(actor, 'keepLogsMegabytes');
      return megabytes !== null && store.buildLogs.total() > megabytes * MEGABYTE;
    },

    /**
     * Removes what the settings no longer keep; the journal has one entry of it, if there was anything. Others have
     * their turn in between. @throws Forbidden unless asked at this machine
     */
    async prune(actor: Actor, now: Timestamp = clock()): Promise<LogsPruned> {
      access.requireOperator(actor);
      const logs = logsToPrune(actor, now);
      const pruned = { builds: logs.length, bytes: logs.reduce((sum, { bytes }) => sum + bytes, 0) };
      let remaining: readonly BuildLogSize[] = logs;
      while (remaining.length > 0) {
        const batch = remaining;
        remaining = store.change(() => {
          // It is told of as it begins: a run that is cut short goes on with the next one.
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
