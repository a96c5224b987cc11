import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import {
  type MaintenanceTrigger,
  onMaintenanceTrigger,
} from '../../services/settings/maintenance-triggers.ts';
import { type PageSizes, prunePages } from '../publish/prune-pages.ts';
import type { PublishedPages } from '../publish/published-pages.ts';
import { pruneCache } from './prune-cache.ts';

type PageMaintenanceOptions = {
  readonly services: Pick<Services, 'changes' | 'settings' | 'servedPages'>;
  readonly workFolder: string;
  readonly pages: PublishedPages;
  /** Whether no build runs. */
  readonly isIdle: () => boolean;
  readonly log: (line: string) => void;
};

const DAY_MS = 86_400_000;
const runner = systemActor('runner');

/**
 * Removes pages and packages that the settings no longer keep: now, each day, when the settings say otherwise, and after
 * each build.
 */
export function startPageMaintenance({ services, workFolder, pages, isIdle, log }: PageMaintenanceOptions) {
  const { settings, changes } = services;
  const sizes: PageSizes = new Map();
  let queue = Promise.resolve();

  const stopping = new AbortController();

  async function prune(trigger: MaintenanceTrigger): Promise<void> {
    try {
      const days = settings.get(runner, 'keepPagesDays');
      const megabytes = settings.get(runner, 'keepPagesMegabytes');
      // A build makes nothing older, only more.
      if (trigger === 'settings' || megabytes !== null)
        await prunePages(services, pages, Date.now(), { days, megabytes }, sizes, stopping.signal);
      await pruneCache(workFolder, settings.get(runner, 'keepCacheMegabytes'), isIdle, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      log(`Old pages could not be removed: ${error instanceof Error ? error.message : 'unknown error'}`);
    }
  }

  function enqueue(trigger: MaintenanceTrigger): Promise<void> {
    queue = queue.then(() => (stopping.signal.aborted ? undefined : prune(trigger)));
    return queue;
  }

  const daily = setInterval(() => void enqueue('settings'), DAY_MS).unref();
  const unsubscribe = onMaintenanceTrigger(
    changes,
    ['keepPagesDays', 'keepPagesMegabytes', 'keepCacheMegabytes'],
    enqueue,
  );
  void enqueue('settings');
  return {
    /** Ends it, and waits for what runs. */
    async close(): Promise<void> {
      clearInterval(daily);
      stopping.abort();
      await unsubscribe();
      await queue;
    },
  };
}
