import { setImmediate } from 'node:timers/promises';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { SettingsService } from '../settings/settings.ts';
import { UNDO_REACH } from './undo.ts';

const DAY = 86_400 * 1_000_000;
const MEGABYTE = 1_000_000;
/** How many entries one transaction removes, so that others do not wait long for it. */
const MAX_ENTRIES = 2000;

/**
 * Removes old entries of the journal by age and by how much room they take. What undo and the trash still need stays, and
 * so does the newest entry, by which backups are ordered.
 */
export function createJournalPruning(
  { store, access, machineClock }: ServiceContext,
  settings: Pick<SettingsService, 'get'>,
) {
  function removableEntries(actor: Actor): number[] {
    const days = settings.get(actor, 'keepJournalDays');
    const megabytes = settings.get(actor, 'keepJournalMegabytes');
    const { journalPruning } = store;
    const tooOld = days === null ? 0 : journalPruning.newestBefore(machineClock() - days * DAY);
    const isTooLarge = megabytes !== null && journalPruning.bytes() > megabytes * MEGABYTE;
    const tooLarge = isTooLarge ? journalPruning.newestBeyond(megabytes * MEGABYTE) : 0;
    const last = Math.max(tooOld, tooLarge);
    const deactivatedSince = machineClock() - settings.get(actor, 'keepPagesDays') * DAY;
    return last === 0 ? [] : journalPruning.removable(last, { undoReach: UNDO_REACH, deactivatedSince });
  }

  return {
    /**
     * Removes what the settings no longer keep, with pauses for others; returns how many entries. Does not add an entry
     * of its own, which a later run would only remove again. @throws Forbidden unless asked at this machine
     */
    async prune(actor: Actor): Promise<number> {
      access.requireOperator(actor);
      const ids = store.read(() => removableEntries(actor));
      for (let start = 0; start < ids.length; start += MAX_ENTRIES) {
        store.change(() => store.journalPruning.remove(ids.slice(start, start + MAX_ENTRIES)));
        await setImmediate();
      }
      return ids.length;
    },
  };
}

export type JournalPruning = ReturnType<typeof createJournalPruning>;
