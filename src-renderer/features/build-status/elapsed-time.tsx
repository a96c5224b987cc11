import { useConnection } from '../../api/live/connection.ts';
import { formatDuration } from '../../ui/format.ts';
import { useNow } from '../../ui/window-clock.ts';
import { type BuildStateFields, buildDisplayState, isBuildInProgress } from './build-display-state.tsx';

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

type BuildDurationProps = {
  readonly build: BuildStateFields & {
    /** In whole seconds. */
    readonly duration: number | null;
    /** When it began to run, in microseconds; null or missing when nobody knows. */
    readonly claimed?: number | null;
    readonly recorded?: boolean;
  };
};

/** Shows how long a build took, or for how long it has run; nothing while it waits. */
export function BuildDuration({ build }: BuildDurationProps) {
  const { duration, claimed, recorded } = build;
  const displayState = buildDisplayState(build);
  if (!isBuildInProgress(displayState))
    return duration === null ? null : <span className="dim">{formatDuration(duration)}</span>;
  // A recorded build, loaded from a seed file, does not run.
  if (displayState === 'triggered' || recorded || !claimed) return null;
  return (
    <span className="in-progress">
      <ElapsedTime since={claimed} />
    </span>
  );
}
