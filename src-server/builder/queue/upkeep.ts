import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { onPruningCues, type PruningCue } from '../../services/settings/pruning-cues.ts';
import { type PageSizes, prunePages } from '../publish/prune-pages.ts';
import type { PublishedPages } from '../publish/published-pages.ts';
import { pruneCache } from './prune-cache.ts';

type UpkeepOptions = {
  readonly services: Pick<Services, 'changes' | 'settings' | 'servedPages'>;
  readonly work: string;
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
export function startUpkeep({ services, work, pages, isIdle, log }: UpkeepOptions) {
  const { settings, changes } = services;
  const sizes: PageSizes = new Map();
  let turn = Promise.resolve();

  const ended = new AbortController();

  async function makeRoom(cue: PruningCue): Promise<void> {
    try {
      const days = settings.get(runner, 'keepPagesDays');
      const megabytes = settings.get(runner, 'keepPagesMegabytes');
      // A build makes nothing older, only more.
      if (cue === 'settings' || megabytes !== null)
        await prunePages(services, pages, Date.now(), { days, megabytes }, sizes, ended.signal);
      await pruneCache(work, settings.get(runner, 'keepCacheMegabytes'), isIdle, ended.signal);
    } catch (error) {
      if (ended.signal.aborted) return;
      log(`Old pages could not be removed: ${error instanceof Error ? error.message : 'unknown error'}`);
    }
  }

  function inTurn(cue: PruningCue): Promise<void> {
    turn = turn.then(() => (ended.signal.aborted ? undefined : makeRoom(cue)));
    return turn;
  }

  const daily = setInterval(() => void inTurn('settings'), DAY_MS).unref();
  const endCues = onPruningCues(
    changes,
    ['keepPagesDays', 'keepPagesMegabytes', 'keepCacheMegabytes'],
    inTurn,
  );
  void inTurn('settings');
  return {
    /** Ends it, and waits for what runs. */
    async close(): Promise<void> {
      clearInterval(daily);
      ended.abort();
      await endCues();
      await turn;
    },
  };
}
