import { useConnection } from '../../api/live/connection.ts';
import { useNow } from '../../ui/format.ts';

/**
 * The present time in milliseconds for what runs, anew every second. It stands still from when the server was lost:
 * nobody knows what goes on then.
 */
export function useLiveNow(): number {
  const lostAt = useConnection((connection) => connection.lostAt);
  const now = useNow(1000);
  return lostAt ?? now;
}
