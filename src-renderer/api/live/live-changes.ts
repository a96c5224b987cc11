import { queryClient } from '../desk.ts';
import { openSession } from '../session.ts';
import type { ConnectionState } from './connection.ts';
import { emitOutput } from './live-output.ts';
import { type LiveBatch, type LiveSource, openLiveSource } from './live-source.ts';

/** Changes come in bursts; what is shown is read anew at most this often, in milliseconds. */
const REFRESH_INTERVAL_MS = 250;
/** How often a server that went away is looked for, in milliseconds. */
const RETRY_INTERVAL_MS = 2000;

/** Keeps everything on the screen current. Gives the function that ends this. */
export function subscribeToChanges(onConnectionChange: (state: ConnectionState) => void): () => void {
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
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
    const outputs = batch.flatMap((change) => ('kind' in change ? [change] : []));
    for (const output of outputs) emitOutput(output);
    if (outputs.length === 0) scheduleRefresh();
  }

  function scheduleRefresh(): void {
    refreshTimer ??= setTimeout(() => {
      refreshTimer = undefined;
      // Where nobody answers there is nothing to read; the stream that comes back says so.
      if (retryTimer === undefined) void queryClient.invalidateQueries();
    }, REFRESH_INTERVAL_MS);
  }

  /** Asks until the server answers this browser, which it may do only after its new link was opened. */
  function retryConnection(state: 'lost' | 'signed-out'): void {
    if (retryTimer !== undefined) return;
    onConnectionChange(state);
    const timer = setTimeout(async () => {
      const session = await openSession();
      if (retryTimer !== timer) return;
      retryTimer = undefined;
      if (session === 'in') source?.reconnect();
      else retryConnection(session === 'out' ? 'signed-out' : 'lost');
    }, RETRY_INTERVAL_MS);
    retryTimer = timer;
  }

  // A page that is left may be kept for the way back, and must not keep a connection: browsers have few (six a host).
  function onPageShow({ persisted }: PageTransitionEvent): void {
    if (!persisted || source) return;
    source = open();
    scheduleRefresh();
  }

  addEventListener('pagehide', close);
  addEventListener('pageshow', onPageShow);
  return () => {
    removeEventListener('pagehide', close);
    removeEventListener('pageshow', onPageShow);
    close();
  };
}
