import { pruneKept } from '../../../builder/kept/prune-kept.ts';
import { measurePages } from '../../../builder/publish/measure-pages.ts';
import { type PageSizes, prunePages } from '../../../builder/publish/prune-pages.ts';
import type { PublishedPages } from '../../../builder/publish/published-pages.ts';
import { removeEnded } from '../../../builder/queue/ended-builds.ts';
import { pruneCache } from '../../../builder/queue/prune-cache.ts';
import { systemActor } from '../../../services/kernel/actor.ts';
import type { Services } from '../../../services/open-services.ts';
import { DAY_MS, type MaintenanceTask } from './maintenance.ts';

type PageMaintenanceOptions = {
  readonly services: Pick<Services, 'settings' | 'servedPages' | 'snapshots'>;
  readonly workFolder: string;
  readonly pages: PublishedPages;
  /** Whether no build runs. */
  readonly isIdle: () => boolean;
};

const MINUTE_MS = 60_000;
const runner = systemActor('runner');

/** What builds leave behind: pages and packages that the settings no longer keep. */
export function pageMaintenance(options: PageMaintenanceOptions): readonly MaintenanceTask[] {
  const { services, workFolder, pages, isIdle } = options;
  const { settings } = services;
  const sizes: PageSizes = new Map();
  services.snapshots.onRestored(() => sizes.clear());
  return [
    {
      name: 'Removing old pages',
      when: {
        startDelay: 0,
        interval: DAY_MS,
        settings: ['keepPagesDays', 'keepPagesMegabytes'],
        builds: true,
      },
      run: async (trigger, signal) => {
        const days = settings.get(runner, 'keepPagesDays');
        const megabytes = settings.get(runner, 'keepPagesMegabytes');
        if (trigger !== 'build') services.snapshots.prunePages(runner, days);
        // A build makes nothing older, only more.
        if (trigger === 'build' && megabytes === null) return;
        await prunePages(services, pages, Date.now(), { days, megabytes }, sizes, signal);
      },
    },
    {
      name: 'Measuring pages',
      when: { startDelay: 0, builds: true },
      run: (_, signal) => measurePages(services, pages, signal),
    },
    {
      name: 'Removing the work folders of builds',
      when: { startDelay: MINUTE_MS, interval: MINUTE_MS },
      run: (_, signal) => removeEnded(workFolder, 'old', signal),
    },
    {
      name: 'Clearing the package cache',
      when: { startDelay: 0, interval: DAY_MS, settings: ['keepCacheMegabytes'], builds: true },
      run: (_, signal) => pruneCache(workFolder, settings.get(runner, 'keepCacheMegabytes'), isIdle, signal),
    },
    {
      name: 'Clearing what builds keep',
      // Not after each build: it measures everything that is kept.
      when: { startDelay: 0, interval: DAY_MS, settings: ['keepBuildStateMegabytes'] },
      run: (_, signal) =>
        pruneKept(
          workFolder,
          services.servedPages.owners(runner),
          settings.get(runner, 'keepBuildStateMegabytes'),
          isIdle,
          signal,
        ),
    },
  ];
}
