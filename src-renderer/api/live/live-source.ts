import type { LiveOutput, LiveRequests, LiveSync } from '../../../src-server/desk/live/live.ts';
import type { LiveChange } from '../../../src-server/desk/live/live-changes.ts';
import { deskClient } from '../desk.ts';

/** What came together; an empty batch says that everything may differ. */
export type LiveBatch = readonly (LiveChange | LiveOutput | LiveRequests | LiveSync)[];

/** Handles what the stream brings. It begins with an empty batch, so that a batch is the sign that the server answers. */
export type LiveListener = {
  readonly onBatch: (batch: LiveBatch) => void;
  /** The stream broke off, or could not be opened. */
  readonly onLost: () => void;
};

export type LiveSource = {
  /** Opens the stream that broke off again, once the server answers this page. */
  readonly reconnect: () => void;
  readonly close: () => void;
};

const CHANNEL_NAME = 'lectern-live';

/**
 * Opens the stream of changes. A browser has six connections for all tabs of one server, so tabs share one stream; where
 * they cannot (no secure context), and in the application, which has no such limit, each has its own.
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
      // The first connection is no problem yet; another one after an error is.
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

/** What tabs send each other. The tab that holds the lock leads: it has the stream, and passes on what it receives. */
type TabMessage =
  | { readonly kind: 'batch'; readonly batch: LiveBatch }
  | { readonly kind: 'lost' }
  /** Answers a tab that asked whether there is a leader. */
  | { readonly kind: 'here' }
  | { readonly kind: 'who' }
  /** Says that the server answers the sender. */
  | { readonly kind: 'reconnect' };

function sharedStream({ onBatch, onLost }: LiveListener): LiveSource {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) =>
    closing.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  /** Only the leader has one. */
  let ownSource: LiveSource | undefined;
  let isLost = false;
  /** Whether nothing was received yet, so that something may have been missed. */
  let isFirstMessage = true;

  function broadcast(message: TabMessage): void {
    channel.postMessage(message);
  }

  function becomeLeader(): void {
    ownSource = ownStream({
      onBatch(batch) {
        isLost = false;
        broadcast({ kind: 'batch', batch });
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
    // Every tab that waited requests it, and one new stream is enough for all of them.
    if (!ownSource || !isLost) return;
    isLost = false;
    ownSource.reconnect();
  }

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === 'reconnect') return reconnectOwn();
    if (message.kind === 'who') {
      if (ownSource) broadcast({ kind: isLost ? 'lost' : 'here' });
      return;
    }
    if (message.kind === 'lost') return onLost();
    if (message.kind === 'batch') onBatch(message.batch);
    else if (isFirstMessage) onBatch([]);
    isFirstMessage = false;
  };

  const { signal } = closing;
  const lockRequest = navigator.locks.request(CHANNEL_NAME, { signal }, async () => {
    if (signal.aborted) return;
    becomeLeader();
    await closed;
  });
  // A tab that closes before its turn has aborted its own request.
  lockRequest.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  broadcast({ kind: 'who' });

  return {
    reconnect: () => (ownSource ? reconnectOwn() : broadcast({ kind: 'reconnect' })),
    close() {
      ownSource?.close();
      ownSource = undefined;
      channel.close();
      closing.abort();
    },
  };
}
