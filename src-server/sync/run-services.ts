import type { Step } from '../model/sync/plan.ts';
import type { Remote } from '../model/sync/remote.ts';
import type { SyncRun, SyncRunKind } from '../model/sync/sync-run.ts';
import type { Actor } from '../services/kernel/actor.ts';
import type { PullServices } from './pull/pull-services.ts';
import type { PushSync } from './push/push-context.ts';

type RunWish = { readonly kind: SyncRunKind; readonly full: boolean };
type PlanWish = { readonly projects?: readonly string[]; readonly only?: readonly string[] };

/** What the runner asks of the services. */
export type RunServices = {
  readonly remotes: PullServices['remotes'] & {
    readonly list: (actor: Actor) => readonly Remote[];
    readonly credentials: (
      actor: Actor,
      id: number,
    ) => Promise<{ readonly token: string | null; readonly isOutdated: boolean }>;
    readonly replaceToken: (
      actor: Actor,
      id: number,
      token: string,
      username: string | null,
    ) => Promise<void>;
    readonly catalogue: (
      actor: Actor,
      id: number,
      filter: { readonly text?: string },
      page: { readonly limit: number; readonly offset: number },
    ) => { readonly count: number };
  };
  readonly sync: Omit<PushSync, 'noteCursor' | 'pauseRun' | 'finishRun'> &
    PullServices['sync'] & {
      readonly startRun: (
        actor: Actor,
        remoteId: number,
        wish: RunWish,
        steps?: readonly Step[],
      ) => Promise<SyncRun>;
      readonly resumeRun: (actor: Actor, runId: number) => Promise<SyncRun>;
      readonly runs: (
        actor: Actor,
        remoteId: number,
        page: { readonly limit: number; readonly offset: number },
      ) => { readonly items: readonly SyncRun[] };
      readonly plan: (
        actor: Actor,
        remoteId: number,
        wish: PlanWish,
      ) => Promise<{ readonly steps: readonly Step[] }>;
    };
  readonly settings: {
    readonly get: (actor: Actor, key: 'syncRequestsPerMinute' | 'syncBuilds') => number;
  };
};
