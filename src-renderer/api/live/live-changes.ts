import type { LiveChange } from '../../../src-server/desk/live/live-changes.ts';
import { refreshQueries } from '../desk.ts';
import { openSession } from '../session.ts';
import { emitBuildEnds } from './build-ends.ts';
import type { ConnectionState } from './connection.ts';
import { emitOutput } from './live-output.ts';
import { emitRequests } from './live-requests.ts';
import { type LiveBatch, type LiveSource, openLiveSource } from './live-source.ts';
import { emitSync, isRunUnderWay } from './live-sync.ts';

/** Changes come in bursts; what they affect is fetched again at most this often, in milliseconds. */
const REFRESH_INTERVAL_MS = 250;
/** The same while an account is pulled or pushed to, which changes something many times a second for minutes. */
const REFRESH_INTERVAL_OF_RUNS_MS = 800;
/** How often a server that does not answer is tried again, in milliseconds. */
const RETRY_INTERVAL_MS = 2000;

/** Keeps everything on the screen current: fetches again what a change affects. Returns the function that ends this. */
export function subscribeToChanges(onConnectionChange: (state: ConnectionState) => void): () => void {
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** What may have changed since the last refresh. */
  let pending: readonly LiveChange[] | 'all' = [];
  let source: LiveSource | undefined = open();

  function open(): LiveSource {
    return openLiveSource({ onBatch: receive, onLost: () => retryConnection('lost') });
  }

  function close(): void {
    clearTimeout(refreshTimer);
    clearTimeout(retryTimer);
    refreshTimer = retryTimer = undefined;
    source?.close();
    source = undefined;
  }

  function receive(batch: LiveBatch): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    onConnectionChange('connected');
    const changes: LiveChange[] = [];
    for (const each of batch) {
      if (!('kind' in each)) changes.push(each);
      else if (each.kind === 'requests') emitRequests(each.lastId);
      else if (each.kind === 'sync') emitSync(each);
      else emitOutput(each);
    }
    if (batch.length === 0) scheduleRefresh('all');
    else if (changes.length > 0) scheduleRefresh(changes);
    emitBuildEnds(changes);
  }

  function scheduleRefresh(changes: readonly LiveChange[] | 'all'): void {
    pending = changes === 'all' || pending === 'all' ? 'all' : [...pending, ...changes];
    const interval = isRunUnderWay() ? REFRESH_INTERVAL_OF_RUNS_MS : REFRESH_INTERVAL_MS;
    refreshTimer ??= setTimeout(() => {
      refreshTimer = undefined;
      // Where nobody answers there is nothing to fetch; the stream that comes back begins with everything.
      if (retryTimer === undefined) refreshQueries(pending);
      pending = [];
    }, interval);
  }

  /** Tries until the server answers this browser, which may need its new link to be opened first. */
  function retryConnection(state: 'lost' | 'signed-out'): void {
    if (retryTimer !== undefined) return;
    onConnectionChange(state);
    const timer = setTimeout(async () => {
      const { state: session } = await openSession();
      if (retryTimer !== timer) return;
      retryTimer = undefined;
      if (session === 'in') source?.reconnect();
      else retryConnection(session === 'out' ? 'signed-out' : 'lost');
    }, RETRY_INTERVAL_MS);
    retryTimer = timer;
  }

  // A page in the back/forward cache must not keep a connection: browsers have few (six a host).
  function onPageShow({ persisted }: PageTransitionEvent): void {
    if (!persisted || source) return;
    source = open();
    scheduleRefresh('all');
  }

  addEventListener('pagehide', close);
  addEventListener('pageshow', onPageShow);
  return () => {
    removeEventListener('pagehide', close);
    removeEventListener('pageshow', onPageShow);
    close();
  };
}
