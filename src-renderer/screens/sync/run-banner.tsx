import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import type { SyncProgress } from '../../../src-server/desk/sync-runner.ts';
import { formatProgress } from './format-sync.ts';
import type { RunProps } from './run-actions.tsx';
import classes from './sync.module.css';
import { usePull } from './use-pull.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Says what the remote is doing, why its run rests, or what has to be done first; nothing otherwise. */
export function RunBanner({ remote, state, progress }: RunProps) {
  const { pull, isPending } = usePull(remote.id);
  if (progress !== null) return <Running progress={progress} />;
  if (remote.openRun !== null)
    return (
      <section className={classes.banner} aria-label="Paused run">
        <IconPlayerPause {...ICON} />
        <span className="grow">{remote.openRun.outcome ?? `The ${remote.openRun.kind} is paused.`}</span>
      </section>
    );
  if (state?.hasToken === false)
    return (
      <Warning>
        The token of this account is not on this computer. Choose “Replace token…” in the menu to pull or
        push.
      </Warning>
    );
  if (state?.isOutdated)
    return (
      <Warning>
        <span className="grow">
          This data was restored from before the last run. Pull everything once, so that nothing is
          overwritten. This pull deletes nothing.
        </span>
        <Button variant="default" loading={isPending} onClick={() => pull(true)}>
          Pull everything
        </Button>
      </Warning>
    );
  return null;
}

function Warning({ children }: { readonly children: React.ReactNode }) {
  return (
    <section className={classes.banner} data-tone="warn" aria-label="To do first">
      <IconAlertTriangle {...ICON} />
      {children}
    </section>
  );
}

function Running({ progress }: { readonly progress: SyncProgress }) {
  const { doing, counts, left, percent } = formatProgress(progress);
  return (
    <section className={classes.running} aria-label="Progress">
      <div className={classes.runningText}>
        <span className="truncate">{doing}</span>
        <span className={`meta ${classes.fact}`}>{counts}</span>
        <span className={`meta ${classes.fact} ${classes.end}`}>{left}</span>
      </div>
      <progress
        className={classes.bar}
        aria-label={doing}
        max={100}
        {...(percent !== null && { value: percent })}
      />
    </section>
  );
}
