import { useConnection } from '../../api/live/connection.ts';
import { formatDuration } from '../../ui/format.ts';
import { useNow } from '../../ui/window-clock.ts';

/**
 * Returns the present time in milliseconds, updated every second. It stops when the connection to the server is lost,
 * since nobody knows then what still runs.
 */
export function useLiveNow(): number {
  const lostAt = useConnection((connection) => connection.lostAt);
  const now = useNow(1000);
  return lostAt ?? now;
}

type Props = {
  /** In microseconds. */
  readonly since: number;
  /** Formats seconds. */
  readonly format?: (seconds: number) => string;
};

/** Shows the time since something started, updated every second. */
export function ElapsedTime({ since, format = formatDuration }: Props) {
  return format(Math.max(0, (useLiveNow() - since / 1000) / 1000));
}
