import type { RemoteKind } from '../model/sync/remote.ts';
import type { Actor } from '../services/kernel/actor.ts';

/** How far a run of a remote is. */
export type SyncProgress = {
  readonly remoteId: number;
  /** null while it begins. */
  readonly runId: number | null;
  readonly kind: 'pull' | 'push';
  readonly pull: {
    readonly phase: string;
    readonly projects: { readonly done: number; readonly total: number };
    readonly requests: { readonly done: number; readonly left: number };
    /** Milliseconds that are left, roughly. */
    readonly msLeft: number;
    readonly current: string | null;
  } | null;
  readonly push: { readonly done: number; readonly total: number } | null;
  /** Sentence that says what it waits for; null while it works. */
  readonly waiting: string | null;
};

/** What a pull costs. */
export type SyncCost = { readonly projects: number; readonly requests: number; readonly ms: number };

/** What a token and an address lead to. */
export type TriedAccount = SyncCost & {
  readonly address: string;
  readonly kind: RemoteKind;
  readonly username: string | null;
};

/** How a run ended, or where it rests. */
type RunEnd = { readonly state: string; readonly outcome: string };

/** What pulls from remotes and pushes to them, as the desk uses it. */
export type DeskSyncRunner = {
  readonly progress: (remoteId: number) => SyncProgress | null;
  readonly onProgress: (
    listener: (progress: SyncProgress | { readonly remoteId: number; readonly ended: true }) => void,
  ) => () => void;
  readonly budgetLeft: (actor: Actor, remoteId: number) => number | null;
  readonly cost: (actor: Actor, remoteId: number, which?: { readonly full?: boolean }) => SyncCost;
  readonly connect: (actor: Actor, address: string, token: string) => Promise<TriedAccount>;
  readonly replaceToken: (actor: Actor, remoteId: number, token: string) => Promise<void>;
  readonly listProjects: (actor: Actor, remoteId: number) => Promise<void>;
  readonly pull: (
    actor: Actor,
    remoteId: number,
    request: { readonly full?: boolean | undefined; readonly slugs?: readonly string[] | undefined },
  ) => Promise<RunEnd>;
  readonly push: (
    actor: Actor,
    remoteId: number,
    request: { readonly only: readonly string[] },
  ) => Promise<RunEnd>;
  readonly resume: (actor: Actor, remoteId: number) => Promise<RunEnd>;
  readonly pause: (actor: Actor, remoteId: number) => Promise<void>;
  readonly stop: (actor: Actor, remoteId: number) => Promise<void>;
};

/**
 * Waits until a run of a remote is under way, or is over already. What keeps it from beginning is thrown; what happens
 * later is in the log of runs.
 */
export async function untilBegun(
  runner: DeskSyncRunner,
  remoteId: number,
  start: () => Promise<unknown>,
): Promise<void> {
  let unsubscribe = () => {};
  const begun = new Promise<void>((resolve) => {
    unsubscribe = runner.onProgress((progress) => {
      if (progress.remoteId === remoteId && !('ended' in progress) && progress.runId !== null) resolve();
    });
  });
  const running = start();
  // The run says itself how it ended; a rejection after it began has no one to hear it.
  running.catch(() => {});
  try {
    await Promise.race([begun, running]);
  } finally {
    unsubscribe();
  }
}
