import type { LiveChange } from '../../../src-server/desk/live/live.ts';
import type { LiveOutput } from '../../../src-server/desk/live/live-output.ts';
import { deskClient } from '../desk.ts';

/** What came together; an empty one says: read everything anew. */
export type LiveGroup = readonly (LiveChange | LiveOutput)[];

/** Who listens. Each stream begins with an empty group, so that a group is the sign that the server answers. */
export type LiveListener = {
  readonly heard: (group: LiveGroup) => void;
  /** The stream broke off, or could not be opened. */
  readonly lost: () => void;
};

export type LiveSource = {
  /** The server answers this page again: the stream that broke off is to be opened anew. */
  readonly renew: () => void;
  readonly end: () => void;
};

const NAME = 'lectern-live';

/**
 * The changes that the server tells. A browser has six connections for all tabs of one server, so that they share one
 * stream; where they cannot (no secure context), and in the application, which has no such limit, each has its own.
 */
export function openLiveSource(listener: LiveListener): LiveSource {
  const canShare =
    /^https?:$/.test(location.protocol) && 'locks' in navigator && typeof BroadcastChannel === 'function';
  return canShare ? sharedStream(listener) : ownStream(listener);
}

function ownStream({ heard, lost }: LiveListener): LiveSource {
  let stream = subscribe();

  function subscribe() {
    return deskClient.live.changes.subscribe(undefined, {
      onData: heard,
      // Connecting for the first time is no trouble yet; doing it again after an error is.
      onConnectionStateChange({ state, error }) {
        if (state !== 'pending' && error) lost();
      },
      onError: lost,
    });
  }

  return {
    renew() {
      stream.unsubscribe();
      stream = subscribe();
    },
    end: () => stream.unsubscribe(),
  };
}

/** What tabs tell each other. The one that holds the lock leads: it has the stream, and hands on what it hears. */
type Said =
  | { readonly kind: 'group'; readonly group: LiveGroup }
  | { readonly kind: 'lost' }
  /** The answer to a tab that asked whether somebody leads. */
  | { readonly kind: 'here' }
  | { readonly kind: 'who' }
  /** The server answers whoever says so. */
  | { readonly kind: 'renew' };

function sharedStream({ heard, lost }: LiveListener): LiveSource {
  const channel = new BroadcastChannel(NAME);
  const leaving = new AbortController();
  const left = new Promise<void>((resolve) =>
    leaving.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  /** Only of the one that leads. */
  let own: LiveSource | undefined;
  let isLost = false;
  /** Nothing was heard yet, so that something may have been missed. */
  let isNew = true;

  function say(said: Said): void {
    channel.postMessage(said);
  }

  function lead(): void {
    own = ownStream({
      heard(group) {
        isLost = false;
        say({ kind: 'group', group });
        heard(group);
      },
      lost() {
        if (isLost) return;
        isLost = true;
        say({ kind: 'lost' });
        lost();
      },
    });
  }

  function renewOwn(): void {
    // Every tab that waited asks for it, and one new stream is enough for them all.
    if (!own || !isLost) return;
    isLost = false;
    own.renew();
  }

  channel.onmessage = ({ data: said }: MessageEvent<Said>) => {
    if (said.kind === 'renew') return renewOwn();
    if (said.kind === 'who') {
      if (own) say({ kind: isLost ? 'lost' : 'here' });
      return;
    }
    if (said.kind === 'lost') return lost();
    if (said.kind === 'group') heard(said.group);
    else if (isNew) heard([]);
    isNew = false;
  };

  const { signal } = leaving;
  const holding = navigator.locks.request(NAME, { signal }, async () => {
    if (signal.aborted) return;
    lead();
    await left;
  });
  // Whoever leaves before it was their turn is told that they gave up.
  holding.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  say({ kind: 'who' });

  return {
    renew: () => (own ? renewOwn() : say({ kind: 'renew' })),
    end() {
      own?.end();
      own = undefined;
      channel.close();
      leaving.abort();
    },
  };
}
