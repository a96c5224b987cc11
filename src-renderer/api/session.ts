/** Tells whether this page may use the desk: `in`, `out` (a browser without the link), or `unreachable`. */
export type Session = 'in' | 'out' | 'unreachable';

/** Exchanges the one-time key after `#`, if any, for a session and removes it from the address. The application needs none. */
export async function openSession(): Promise<Session> {
  const key = /^#key=([0-9a-f]+)$/.exec(location.hash)?.[1];
  if (key !== undefined) history.replaceState(null, '', location.pathname + location.search);
  try {
    const answer = await fetch('/desk/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(key === undefined ? {} : { key }),
    });
    const { signedIn }: { signedIn: boolean } = await answer.json();
    return signedIn ? 'in' : 'out';
  } catch {
    return 'unreachable';
  }
}
