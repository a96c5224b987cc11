import { Box, Skeleton, Stack } from '@mantine/core';
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
import { continueText, queuePositionText } from '../build-labels.ts';

/** Takes the place of the log while no command has started. */
export function LogPlaceholder({ build }: { readonly build: BuildDetail }) {
  const displayState = buildDisplayState(build);
  const { data: queue } = useQuery({
    ...desk.builds.queue.queryOptions({ project: build.projectSlug }),
    enabled: displayState === 'triggered',
  });
  const blockingBuild = queue?.waiting.find(({ id }) => id === build.id)?.waitsFor ?? null;
  const [title, message] = build.canAdvance
    ? ['Waiting to be continued', continueText(build)]
    : displayState === 'triggered'
      ? ['Build queued', queuePositionText(build.queuedBefore, blockingBuild)]
      : isBuildInProgress(displayState)
        ? [
            `${buildStateLabel(displayState)} has started`,
            'Commands and their output appear here as they run.',
          ]
        : displayState === 'passed'
          ? ['The log is empty', 'The build passed, but its commands were not recorded.']
          : displayState === 'cancelled'
            ? ['No commands ran', 'The build was cancelled before its first command.']
            : ['No commands ran', 'The build ended before its first command. The reason is given above.'];
  return (
    <Box flex={1} mih={0} style={{ overflow: 'auto' }}>
      <EmptyState title={title}>{message}</EmptyState>
    </Box>
  );
}

/** Takes the place of the screen's content while the build loads. */
export function BuildSkeleton() {
  return (
    <div className={classes.split}>
      <div style={{ padding: '16px 12px', borderRight: '1px solid var(--border)' }}>
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
          <Skeleton key={index} height={12} mb={14} />
        ))}
      </div>
      <Stack gap={0} bg="var(--panel)">
        <div className={classes.tools} />
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
          <Skeleton key={index} height={27} mb={1} radius={0} />
        ))}
      </Stack>
    </div>
  );
}
