import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { desk, deskClient } from '../../../api/desk.ts';
import { confirm } from '../../../ui/dialog/confirm-dialog.tsx';
import { notify } from '../../../ui/feedback/notify.tsx';
import { formatCount, pluralize } from '../../../ui/format.ts';
import classes from './queue.module.css';
import { type QueueEntry, QueueRow } from './queue-row.tsx';

type Props = {
  /** Slug of one project; all projects when undefined. */
  readonly project: string | undefined;
};

/** Shows running and waiting builds above the history. */
export function Queue({ project }: Props) {
  const { data } = useQuery({
    ...desk.builds.queue.queryOptions(project === undefined ? {} : { project }),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const { running, waiting, waitingCount, concurrency, hasRunner } = data;
  const rows: readonly QueueEntry[] = [...running, ...waiting];
  // A project without builds in the queue shows none.
  if (rows.length === 0 && project !== undefined) return null;
  const hiddenCount = waitingCount - waiting.filter(({ recorded }) => !recorded).length;
  return (
    <section className={classes.queue} aria-label="Queue">
      <Group component="header" gap={12} wrap="nowrap" mih={40} px="var(--gutter)">
        <h2 className={classes.title}>Queue</h2>
        <span className="meta truncate">
          {rows.length === 0 ? 'No builds running or queued. ' : ''}
          {hasRunner ? (
            <>
              <Link href="/settings/builds" className={classes.link}>
                {concurrency === 1 ? 'One build' : `Up to ${concurrency} builds`}
              </Link>{' '}
              at a time, one per version.
            </>
          ) : (
            'Builds wait because Lectern was started with --no-builds. Restart it without that option to run them.'
          )}
        </span>
        {waitingCount > 1 && (
          <Button
            variant="default"
            size="compact-xs"
            flex="none"
            ml="auto"
            leftSection={<IconX size={14} stroke={1.75} aria-hidden />}
            onClick={() => confirmCancelWaiting(project, waitingCount)}
          >
            Cancel {formatCount(waitingCount)} waiting…
          </Button>
        )}
      </Group>
      {rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((build) => (
            <QueueRow key={build.id} build={build} withProject={project === undefined} />
          ))}
          {hiddenCount > 0 && (
            <li className={classes.more}>and {pluralize(hiddenCount, 'more waiting build')}</li>
          )}
        </ul>
      )}
    </section>
  );
}

function confirmCancelWaiting(project: string | undefined, count: number): void {
  confirm({
    title: 'Cancel waiting builds',
    confirmLabel: `Cancel ${pluralize(count, 'build')}`,
    body: `${pluralize(count, 'waiting build')}${project === undefined ? '' : ` of ${project}`} will not run. Running builds continue, and existing pages stay.`,
    async run() {
      const changed = await deskClient.builds.cancelWaiting.mutate(project === undefined ? {} : { project });
      notify(`Cancelled ${pluralize(changed.answer, 'build')}`);
      return changed;
    },
  });
}
