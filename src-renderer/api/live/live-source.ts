import type { LiveChange, LiveOutput } from '../../../src-server/desk/live/live.ts';
import { deskClient } from '../desk.ts';

/** What came together; an empty one says: read everything anew. */
export type LiveBatch = readonly (LiveChange | LiveOutput)[];

/** Who listens. Each stream begins with an empty group, so that a group is the sign that the server answers. */
export type LiveListener = {
  readonly onBatch: (batch: LiveBatch) => void;
  /** The stream broke off, or could not be opened. */
  readonly onLost: () => void;
};

export type LiveSource = {
  /** The server answers this page again: the stream that broke off is to be opened anew. */
  readonly reconnect: () => void;
  readonly close: () => void;
};

const CHANNEL_NAME = 'lectern-live';

/**
 * The changes that the server tells. A browser has six connections for all tabs of one server, so that they share one
 * stream; where they cannot (no secure context), and in the application, which has no such limit, each has its own.
 */
export function openLiveSource(listener: LiveListener): LiveSource {
  const canShare =
    /^https?:$/.test(location.protocol) && 'locks' in navigator && typeof BroadcastChannel === 'function';
  return canShare ? sharedStream(listener) : ownStream(listener);
}

function ownStream({ onBatch, onLost }: LiveListener): LiveSource {
  let stream = subscribe();

  function subscribe() {
    return deskClient.live.changes.subscribe(undefined, {
      onData: onBatch,
      // Connecting for the first time is no trouble yet; doing it again after an error is.
      onConnectionStateChange({ state, error }) {
        if (state !== 'pending' && error) onLost();
      },
      onError: onLost,
    });
  }

  return {
    reconnect() {
      stream.unsubscribe();
      stream = subscribe();
    },
    close: () => stream.unsubscribe(),
  };
}

/** What tabs tell each other. The one that holds the lock leads: it has the stream, and hands on what it hears. */
type TabMessage =
  | { readonly kind: 'group'; readonly batch: LiveBatch }
  | { readonly kind: 'lost' }
  /** The answer to a tab that asked whether somebody leads. */
  | { readonly kind: 'here' }
  | { readonly kind: 'who' }
  /** The server answers whoever says so. */
  | { readonly kind: 'renew' };

function sharedStream({ onBatch, onLost }: LiveListener): LiveSource {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) =>
    closing.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  /** Only of the one that leads. */
  let ownSource: LiveSource | undefined;
  let isLost = false;
  /** Nothing was heard yet, so that something may have been missed. */
  let isFirstMessage = true;

  function broadcast(message: TabMessage): void {
    channel.postMessage(message);
  }

  function becomeLeader(): void {
    ownSource = ownStream({
      onBatch(batch) {
        isLost = false;
        broadcast({ kind: 'group', batch });
        onBatch(batch);
      },
      onLost() {
        if (isLost) return;
        isLost = true;
        broadcast({ kind: 'lost' });
        onLost();
      },
    });
  }

  function reconnectOwn(): void {
    // Every tab that waited asks for it, and one new stream is enough for them all.
    if (!ownSource || !isLost) return;
    isLost = false;
    ownSource.reconnect();
  }

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === 'renew') return reconnectOwn();
    if (message.kind === 'who') {
      if (ownSource) broadcast({ kind: isLost ? 'lost' : 'here' });
      return;
    }
    if (message.kind === 'lost') return onLost();
    if (message.kind === 'group') onBatch(message.batch);
    else if (isFirstMessage) onBatch([]);
    isFirstMessage = false;
  };

  const { signal } = closing;
  const lockRequest = navigator.locks.request(CHANNEL_NAME, { signal }, async () => {
    if (signal.aborted) return;
    becomeLeader();
    await closed;
  });
  // Whoever leaves before it was their turn is told that they gave up.
  lockRequest.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  broadcast({ kind: 'who' });

  return {
    reconnect: () => (ownSource ? reconnectOwn() : broadcast({ kind: 'renew' })),
    close() {
      ownSource?.close();
      ownSource = undefined;
      channel.close();
      closing.abort();
    },
  };
}
