import { create } from 'zustand';
import type { LiveSync } from '../../../src-server/desk/live/live.ts';
import type { SyncProgress } from '../../../src-server/desk/sync-runner.ts';
import { queryClient } from '../desk.ts';

/** Progress comes with every request of a run; the screen is drawn at most this often, in milliseconds. */
const DRAW_INTERVAL_MS = 250;

type LiveSyncState = {
  /** By remote; null after the run has ended or rests. Nothing for a remote of which nothing came yet. */
  readonly byRemote: Readonly<Record<number, SyncProgress | null>>;
};

/** Holds how far the runs of remotes are, as the stream of changes told last. */
export const useLiveSync = create<LiveSyncState>()(() => ({ byRemote: {} }));

let pending: Record<number, SyncProgress | null> = {};
let isDrawPlanned = false;

/** Takes how far a run is. */
export function emitSync({ remoteId, progress }: LiveSync): void {
  pending[remoteId] = progress;
  if (isDrawPlanned) return;
  isDrawPlanned = true;
  setTimeout(draw, DRAW_INTERVAL_MS);
}

/** Tells whether a run of any remote is under way. */
export function isRunUnderWay(): boolean {
  return Object.values(useLiveSync.getState().byRemote).some((progress) => progress !== null);
}

function draw(): void {
  isDrawPlanned = false;
  const { byRemote } = useLiveSync.getState();
  const beganOrEnded = Object.entries(pending).some(
    ([id, progress]) =>
      (progress === null) !== (byRemote[Number(id)] === null || byRemote[Number(id)] === undefined),
  );
  useLiveSync.setState({ byRemote: { ...byRemote, ...pending } });
  const ended = Object.values(pending).includes(null);
  pending = {};
  // Runs are no entries of the journal, so no change says that one began or ended.
  if (beganOrEnded || ended)
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [head] }) => (Array.isArray(head) ? head[0] : head) === 'sync',
    });
}
