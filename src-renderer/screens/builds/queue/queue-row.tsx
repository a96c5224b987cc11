import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { Link } from 'wouter';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { desk } from '../../../api/desk.ts';
import { BuildGlyph, buildLook, buildWord } from '../../../features/build-status/build-state.tsx';
import { useRunningNow } from '../../../features/build-status/running-now.ts';
import { tell, tellProblem } from '../../../ui/feedback/tell.tsx';
import { durationWords, fullTime, timeAgo, useNow } from '../../../ui/time-words.ts';
import { buildPath } from '../use-trigger.ts';
import classes from './queue.module.css';

/** A build that runs or waits, as the desk gives it. */
export type Queued = inferRouterOutputs<DeskRouter>['builds']['queue']['running'][number];

type Props = { readonly build: Queued; readonly withProject: boolean };

/** One line of the queue. */
export function QueueRow({ build, withProject }: Props) {
  const { id, projectSlug, projectName, versionSlug, recorded } = build;
  const look = buildLook(build);
  const cancel = useMutation(desk.build.cancel.mutationOptions({ onError: tellProblem }));
  const isAsked = cancel.isPending || cancel.isSuccess;
  const ended = () => {
    if (look === 'triggered') tell(`Cancelled build ${id}`);
  };
  return (
    <li className={withProject ? classes.row : `${classes.row} ${classes.ofProject}`}>
      <BuildGlyph look={look} labelled={false} />
      <Link href={buildPath(projectSlug, id)} className={classes.id}>
        {id}
      </Link>
      {withProject && (
        <Link href={`/projects/${projectSlug}`} className={`cut ${classes.project}`} title={projectSlug}>
          {projectName}
        </Link>
      )}
      <span className="mono cut" title={versionSlug}>
        {versionSlug}
      </span>
      <span className={`cut ${look === 'triggered' ? 'dimmer' : classes.flight}`}>
        {isAsked ? 'Cancelling' : buildWord(look)}
        <Why build={build} />
      </span>
      <Times build={build} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={20}
        aria-label={`Cancel build ${id}`}
        title={recorded ? `End build ${id}, which nothing runs` : `Cancel build ${id}`}
        loading={cancel.isPending}
        onClick={() => !isAsked && cancel.mutate({ project: projectSlug, id }, { onSuccess: ended })}
      >
        <IconX size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}

/** Why it waits, where that is not only that others come first. */
function Why({ build: { recorded, supersededBy, after, state } }: Pick<Props, 'build'>) {
  const why = recorded
    ? 'came with a file, nothing runs it'
    : supersededBy !== null
      ? `superseded by build ${supersededBy}`
      : after !== null
        ? `after build ${after} of the same version`
        : '';
  if (why === '') return null;
  const more =
    supersededBy === null || state !== 'triggered'
      ? undefined
      : `Build ${supersededBy} is of the same version and was asked for later. It will have what this one would have made, so this one is cancelled when its turn comes.`;
  return (
    <span className={classes.why} title={more ?? why}>
      {why}
    </span>
  );
}

function Times({ build: { claimed, created, recorded, usualDuration } }: Pick<Props, 'build'>) {
  const since = claimed === null || recorded ? null : claimed;
  const now = useNow();
  if (since === null) {
    return (
      <span className={classes.times} title={fullTime(created)}>
        {timeAgo(created, now)}
      </span>
    );
  }
  return (
    <span className={classes.times} title={`Taken up ${fullTime(since)}`}>
      <span className={classes.flight}>
        <Elapsed since={since} />
      </span>
      {usualDuration !== null && (
        <span className={classes.usual}>usually {durationWords(usualDuration)}</span>
      )}
    </span>
  );
}

function Elapsed({ since }: { readonly since: number }) {
  return durationWords((useRunningNow() - since / 1000) / 1000);
}
