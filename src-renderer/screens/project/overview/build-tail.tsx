import { formatDuration } from '../../../ui/format.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import classes from './overview.module.css';

type Props = {
  readonly build: {
    readonly commit: string | null;
    /** In seconds. */
    readonly duration: number | null;
    readonly created: number;
  };
};

/** Shows which commit a build is of, how long it took and when it was: the last cells of its row. */
export function BuildTail({ build: { commit, duration, created } }: Props) {
  return (
    <>
      <span className="mono dimmer wide-only">{commit?.slice(0, 7) ?? ''}</span>
      <span className={classes.duration}>{duration === null ? '' : formatDuration(duration)}</span>
      <span className={classes.time}>
        <TimeAgo at={created} />
      </span>
    </>
  );
}
