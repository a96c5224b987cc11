/** Tells whether this page may use the desk: `in`, `out` (a browser without the link), or `unreachable`. */
export type Session = 'in' | 'out' | 'unreachable';

type SessionAnswer = { readonly signedIn: boolean; readonly secret?: string };

/** What tabs of this origin send each other: the secret, or the question for it. */
type TabMessage = { readonly kind: 'ask' } | { readonly kind: 'secret'; readonly secret: string };

const HEADER = 'x-lectern-session';
const STORED = 'lectern-session';
/** How long another tab has to answer. */
const ASK_MS = 500;

// Only pages of our own origin can join; built documentation and other servers have other origins.
const isInBrowser = /^https?:$/.test(location.protocol);
let channel = openChannel();
// A page in the back/forward cache is left out, or the browser would not keep it.
addEventListener('pagehide', () => {
  channel?.close();
  channel = undefined;
});
addEventListener('pageshow', () => {
  channel ??= openChannel();
});

function openChannel(): BroadcastChannel | undefined {
  if (!isInBrowser) return undefined;
  const opened = new BroadcastChannel(STORED);
  opened.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const secret = ownSecret();
    if (data.kind === 'secret') sessionStorage.setItem(STORED, data.secret);
    else if (secret !== null) broadcast({ kind: 'secret', secret });
  });
  return opened;
}

/** Returns the headers that prove this page beside its cookie (safety S6); none in the application. */
export function sessionHeaders(): Record<string, string> {
  const secret = ownSecret();
  return secret === null ? {} : { [HEADER]: secret };
}

/**
 * Exchanges the one-time key after `#`, if any, for a session and removes it from the address. A further tab gets the
 * secret of the session from one that has it. The application needs none.
 */
export async function openSession(): Promise<Session> {
  const key = /^#key=([0-9a-f]+)$/.exec(location.hash)?.[1];
  if (key !== undefined) history.replaceState(null, '', location.pathname + location.search);
  try {
    if (await isSignedIn(key)) return 'in';
    return (await askTabs()) && (await isSignedIn(undefined)) ? 'in' : 'out';
  } catch {
    return 'unreachable';
  }
}

async function isSignedIn(key: string | undefined): Promise<boolean> {
  const answer = await fetch('/desk/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sessionHeaders() },
    body: JSON.stringify(key === undefined ? {} : { key }),
  });
  const { signedIn, secret }: SessionAnswer = await answer.json();
  if (secret !== undefined) {
    sessionStorage.setItem(STORED, secret);
    // The cookie is that of all tabs, so those that were signed in before need the new secret as well.
    broadcast({ kind: 'secret', secret });
  }
  return signedIn;
}

/** Asks the other tabs for the secret; tells whether one that is new to this tab came. */
function askTabs(): Promise<boolean> {
  const asked = channel;
  if (!asked) return Promise.resolve(false);
  const before = ownSecret();
  return new Promise((resolve) => {
    const finish = (isNew: boolean) => {
      clearTimeout(timer);
      asked.removeEventListener('message', onMessage);
      resolve(isNew);
    };
    // The listener above has stored it already.
    const onMessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'secret' && data.secret !== before) finish(true);
    };
    const timer = setTimeout(() => finish(false), ASK_MS);
    asked.addEventListener('message', onMessage);
    broadcast({ kind: 'ask' });
  });
}

function ownSecret(): string | null {
  return sessionStorage.getItem(STORED);
}

function broadcast(message: TabMessage): void {
  channel?.postMessage(message);
}
