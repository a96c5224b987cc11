import type { BuildStateFields } from '../../../features/build-status/build-display-state.tsx';
import { BuildDuration } from '../../../features/build-status/elapsed-time.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import classes from './overview.module.css';

type Props = {
  readonly build: BuildStateFields & {
    readonly commit: string | null;
    /** In seconds. */
    readonly duration: number | null;
    readonly claimed?: number | null;
    readonly recorded?: boolean;
    readonly created: number;
  };
};

/** Shows which commit a build is of, how long it took and when it was: the last cells of its row. */
export function BuildTail({ build }: Props) {
  const { commit, created } = build;
  return (
    <>
      <span className="mono dimmer wide-only">{commit?.slice(0, 7) ?? ''}</span>
      <span className={classes.duration}>
        <BuildDuration build={build} />
      </span>
      <span className={classes.time}>
        <TimeAgo at={created} />
      </span>
    </>
  );
}
