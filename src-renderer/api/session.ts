/** Whether this page may use the desk: `in`, `out` (a browser without the link), or `unreachable`. */
export type Session = 'in' | 'out' | 'unreachable';

/**
 * Trades the one-time key behind `#` for a session, where there is one, and takes it off the address. In the
 * application no key is needed.
 */
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
