import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { desk } from '../../../api/desk.ts';
import {
  buildDisplayState,
  buildStateLabel,
  isBuildInProgress,
} from '../../../features/build-status/build-display-state.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import classes from '../build.module.css';
import type { BuildDetail } from '../build-detail.ts';
import { queuePositionText } from '../build-labels.ts';

/** What stands where the log will be, while there is no command. */
export function LogPlaceholder({ build }: { readonly build: BuildDetail }) {
  const displayState = buildDisplayState(build);
  const { data: queue } = useQuery({
    ...desk.builds.queue.queryOptions({ project: build.projectSlug }),
    enabled: displayState === 'triggered',
  });
  const blockingBuild = queue?.waiting.find(({ id }) => id === build.id)?.waitsFor ?? null;
  const [title, message] =
    displayState === 'triggered'
      ? ['The build waits', queuePositionText(build.queuedBefore, blockingBuild)]
      : isBuildInProgress(displayState)
        ? [
            `${buildStateLabel(displayState)} has begun`,
            'Its commands stand here, with what they write, as soon as there are any.',
          ]
        : displayState === 'passed'
          ? ['The log is empty', 'The build passed, and came without its commands.']
          : displayState === 'cancelled'
            ? ['Nothing was run', 'The build was cancelled before its first command.']
            : [
                'Nothing was run',
                'The build ended before its first command. The reason above is all there is.',
              ];
  return (
    <div className={classes.placeholder}>
      <EmptyState title={title}>{message}</EmptyState>
    </div>
  );
}

/** The screen's content while the build is on its way. */
export function BuildSkeleton() {
  return (
    <div className={classes.split}>
      <div style={{ padding: '16px 12px', borderRight: '1px solid var(--border)' }}>
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
          <Skeleton key={index} height={12} mb={14} />
        ))}
      </div>
      <div className={classes.pane}>
        <div className={classes.tools} />
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
          <Skeleton key={index} height={27} mb={1} radius={0} />
        ))}
      </div>
    </div>
  );
}
