/** Formats the time of a request (microseconds since 1970) as a clock shows it; one of another day with its date. */
export function formatClock(at: number, now: number = Date.now()): string {
  const date = new Date(at / 1000);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return isToday ? CLOCK.format(date) : `${DAY.format(date)} ${CLOCK.format(date)}`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});

/** Formats how long a request took (microseconds): `< 0.1 ms`, `0.4 ms`, `12 ms`, `1.20 s`. */
export function formatLatency(micros: number): string {
  if (micros >= 1_000_000) return `${(micros / 1_000_000).toFixed(2)} s`;
  const milliseconds = micros / 1000;
  if (micros < 50) return '< 0.1 ms';
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

/** Formats who called: the user and the end of the token. */
export function formatCaller({
  user,
  token,
}: {
  readonly user: string | null;
  readonly token: string | null;
}) {
  if (user === null) return 'No user';
  return token === null ? user : `${user} (…${token})`;
}

/** Lays out a body for reading; one that is no whole JSON stays as it is. */
export function formatBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Returns the class that colours a status: refusals and failures stand out. */
export function statusClass(status: number | null): string {
  if (status === null || status >= 500) return 'failed';
  return status >= 400 ? 'warn' : 'dim';
}
