import type { Clock } from '../../../model/base/timestamp.ts';
import type { SyncEnvironment } from '../../../options.ts';
import type { Services } from '../../../services/open-services.ts';
import type { SyncRunner } from '../../../sync/sync-runner.ts';

/** Sync, whose code is loaded when it is first used. */
export type SyncHost = {
  readonly open: () => Promise<SyncRunner>;
  /** Pauses its runs before all data is replaced. */
  readonly pause: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Creates it; nothing of sync is loaded at the start of Lectern. */
export function lazySync(
  services: Services,
  options: SyncEnvironment & {
    readonly clock: Clock;
    readonly version: string;
    readonly isItself: (address: URL) => boolean;
    readonly log: (line: string) => void;
  },
): SyncHost {
  let opened: Promise<SyncRunner> | undefined;
  const load = async () => {
    const { createSyncRunner } = await import('../../../sync/sync-runner.ts');
    return createSyncRunner({ ...options, services });
  };
  return {
    open() {
      opened ??= load();
      return opened;
    },
    pause: async () => (await opened)?.pauseAll(),
    close: async () => (await opened)?.close(),
  };
}
