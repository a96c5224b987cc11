/** Whether this page may use the desk. */
export type Session =
  | { readonly state: 'in' | 'unreachable' }
  /** A browser without a session, perhaps with a link that does not work any more. */
  | ({ readonly state: 'out' } & SignedOutState);

/** What a browser without a session may know. */
export type SignedOutState = {
  /** Prints a new link; null when none can, as for data in memory. */
  readonly linkCommand: string | null;
  /** Whether the page was opened with a link that was refused: used already, revoked or expired. */
  readonly isLinkRefused: boolean;
};

type SessionAnswer = {
  readonly signedIn: boolean;
  readonly secret?: string;
  readonly linkCommand?: string | null;
};

const HEADER = 'x-lectern-session';
const STORED = 'lectern-session';

/** Returns the headers that prove this page beside its cookie (safety S6); none in the application. */
export function sessionHeaders(): Record<string, string> {
  // Storage belongs to our origin alone: built documentation and other servers have other origins.
  const secret = localStorage.getItem(STORED);
  return secret === null ? {} : { [HEADER]: secret };
}

/**
 * Exchanges the one-time key after `#`, if any, for a session and removes it from the address. All tabs share the cookie
 * and the secret, so a session that one of them opens is that of all. The application needs none.
 */
export async function openSession(): Promise<Session> {
  const key = /^#key=([0-9a-f]+)$/.exec(location.hash)?.[1];
  if (key !== undefined) history.replaceState(null, '', location.pathname + location.search);
  openPreviewLink();
  try {
    return await askForSession(key);
  } catch {
    return { state: 'unreachable' };
  }
}

/** Shows the screen that a page of a preview led to: any page can lead here, so a screen is all that it opens. */
function openPreviewLink(): void {
  const [, id, problem] = /^#preview=(\d{1,9})&problem=(\d{1,3})$/.exec(location.hash) ?? [];
  if (id !== undefined) history.replaceState(null, '', `/previews/${id}?problem=${problem}`);
}

/** Asks the server whether this page has a session, or uses up a one-time key for one. */
async function askForSession(key: string | undefined): Promise<Session> {
  const answer = await fetch('/desk/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sessionHeaders() },
    body: JSON.stringify(key === undefined ? {} : { key }),
  });
  const { signedIn, secret, linkCommand = null }: SessionAnswer = await answer.json();
  if (secret !== undefined) localStorage.setItem(STORED, secret);
  return signedIn ? { state: 'in' } : { state: 'out', linkCommand, isLinkRefused: key !== undefined };
}

/** Calls back when another tab of this browser has opened a session. Returns the function that ends this. */
export function onSessionOpened(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === STORED && newValue !== null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
