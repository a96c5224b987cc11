/** Tells whether this page may use the desk: `in`, `out` (a browser without the link), or `unreachable`. */
export type Session = 'in' | 'out' | 'unreachable';

type SessionAnswer = { readonly signedIn: boolean; readonly secret?: string };

/** What tabs of this origin send each other. */
type TabMessage =
  /** Asks for the secret. */
  | { readonly kind: 'ask' }
  /** Answers with the secret that the tab has; it may be that of a session that has ended. */
  | { readonly kind: 'answer'; readonly secret: string }
  /** A tab has opened a new session. The cookie is that of all tabs, so they all need its secret. */
  | { readonly kind: 'opened'; readonly secret: string };

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
    if (data.kind === 'opened') keep(data.secret);
    else if (data.kind === 'ask' && secret !== null) broadcast({ kind: 'answer', secret });
  });
  return opened;
}

/** Returns the headers that prove this page beside its cookie (safety S6); none in the application. */
export function sessionHeaders(): Record<string, string> {
  return headersFor(ownSecret());
}

function headersFor(secret: string | null): Record<string, string> {
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
    return (await isSignedIn(ownSecret(), key)) || (await askTabs()) ? 'in' : 'out';
  } catch {
    return 'unreachable';
  }
}

/** Asks the server whether this secret is good, or uses up a one-time key for one that is. */
async function isSignedIn(secret: string | null, key?: string): Promise<boolean> {
  const answer = await fetch('/desk/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersFor(secret) },
    body: JSON.stringify(key === undefined ? {} : { key }),
  });
  const { signedIn, secret: opened }: SessionAnswer = await answer.json();
  if (opened !== undefined) {
    keep(opened);
    broadcast({ kind: 'opened', secret: opened });
  }
  return signedIn;
}

/** Asks the other tabs for the secret, and keeps the first of their answers that the server knows; tells whether one did. */
function askTabs(): Promise<boolean> {
  const asked = channel;
  if (!asked) return Promise.resolve(false);
  const tried = new Set([ownSecret()]);
  const checks: Promise<void>[] = [];
  return new Promise((resolve, reject) => {
    const finish = (isFound: boolean) => {
      clearTimeout(timer);
      asked.removeEventListener('message', onMessage);
      resolve(isFound);
    };
    const check = async (secret: string) => {
      if (!(await isSignedIn(secret))) return;
      keep(secret);
      finish(true);
    };
    const onMessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind !== 'answer' || tried.has(data.secret)) return;
      tried.add(data.secret);
      checks.push(check(data.secret));
    };
    const timer = setTimeout(() => Promise.all(checks).then(() => finish(false), reject), ASK_MS);
    asked.addEventListener('message', onMessage);
    broadcast({ kind: 'ask' });
  });
}

function keep(secret: string): void {
  sessionStorage.setItem(STORED, secret);
}

function ownSecret(): string | null {
  return sessionStorage.getItem(STORED);
}

function broadcast(message: TabMessage): void {
  channel?.postMessage(message);
}
