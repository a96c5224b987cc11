import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { desk, problemOf } from '../../../api/desk.ts';
import { Confirm } from '../../../ui/dialog/confirm.tsx';
import { tell } from '../../../ui/feedback/tell.tsx';
import { countOf } from '../../../ui/time-words.ts';
import classes from './queue.module.css';
import { type Queued, QueueRow } from './queue-row.tsx';

type Props = {
  /** Of this project alone; of all when it is undefined. */
  readonly project: string | undefined;
};

/** What runs and what waits, above the history. */
export function Queue({ project }: Props) {
  const { data } = useQuery({
    ...desk.builds.queue.queryOptions(project === undefined ? {} : { project }),
    placeholderData: keepPreviousData,
  });
  const [cancelling, setCancelling] = useState(false);
  if (!data) return null;
  const { running, waiting, waitingCount, atOnce, isRun } = data;
  const rows: readonly Queued[] = [...running, ...waiting];
  // A project at rest has nothing to say here.
  if (rows.length === 0 && project !== undefined) return null;
  const unnamed = waitingCount - waiting.filter(({ recorded }) => !recorded).length;
  return (
    <section className={classes.queue} aria-label="Queue">
      <header className={classes.head}>
        <h2 className={classes.title}>Queue</h2>
        <span className="meta cut">
          {rows.length === 0 ? 'Nothing runs or waits. ' : ''}
          {isRun ? (
            <>
              <Link href="/settings/builds" className={classes.link}>
                {atOnce === 1 ? 'One build' : `Up to ${atOnce} builds`}
              </Link>{' '}
              at a time, one of a version.
            </>
          ) : (
            'Builds wait: Lectern was started without them (--no-builds).'
          )}
        </span>
        {waitingCount > 1 && (
          <Button
            variant="default"
            size="compact-xs"
            className={classes.all}
            leftSection={<IconX size={14} stroke={1.75} aria-hidden />}
            onClick={() => setCancelling(true)}
          >
            Cancel {waitingCount.toLocaleString('en-GB')} waiting…
          </Button>
        )}
      </header>
      {rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((build) => (
            <QueueRow key={build.id} build={build} withProject={project === undefined} />
          ))}
          {unnamed > 0 && <li className={classes.more}>and {countOf(unnamed, 'more build')} that wait</li>}
        </ul>
      )}
      {cancelling && (
        <CancelWaiting project={project} count={waitingCount} close={() => setCancelling(false)} />
      )}
    </section>
  );
}

type CancelProps = Props & { readonly count: number; readonly close: () => void };

function CancelWaiting({ project, count, close }: CancelProps) {
  const cancel = useMutation(desk.builds.cancelWaiting.mutationOptions());
  const done = (ended: number) => {
    close();
    tell(`Cancelled ${countOf(ended, 'build')}`);
  };
  return (
    <Confirm
      title="Cancel what waits"
      act={`Cancel ${countOf(count, 'build')}`}
      busy={cancel.isPending}
      problem={cancel.error ? problemOf(cancel.error).message : undefined}
      run={() => cancel.mutate(project === undefined ? {} : { project }, { onSuccess: done })}
      close={close}
    >
      {`${countOf(count, 'build')} that ${count === 1 ? 'waits' : 'wait'}${project === undefined ? '' : ` of ${project}`} will not run. What runs goes on, and pages that are there stay.`}
    </Confirm>
  );
}
