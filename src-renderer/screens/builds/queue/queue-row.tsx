import { ActionIcon, Group } from '@mantine/core';
import { IconTerminal2, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { desk } from '../../../api/desk.ts';
import {
  BuildIcon,
  buildDisplayState,
  buildStateLabel,
} from '../../../features/build-status/build-display-state.tsx';
import { ElapsedTime } from '../../../features/build-status/elapsed-time.tsx';
import { ActionItems } from '../../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../../ui/context-menu/context-menu-state.ts';
import { copyable } from '../../../ui/context-menu/copyable.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import { formatDateTime, formatDuration, formatTimeAgo } from '../../../ui/format.ts';
import { useNow } from '../../../ui/window-clock.ts';
import { buildPath } from '../use-trigger-build.ts';
import classes from './queue.module.css';

/** A running or waiting build, as the desk returns it. */
export type QueueEntry = inferRouterOutputs<DeskRouter>['builds']['queue']['running'][number];

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

type Props = { readonly build: QueueEntry; readonly withProject: boolean };

/** Shows one build of the queue, with a button that cancels it. */
export function QueueRow({ build, withProject }: Props) {
  const { id, projectSlug, projectName, versionSlug, recorded } = build;
  const displayState = buildDisplayState(build);
  const cancel = useMutation(desk.build.cancel.mutationOptions({ onError: notifyError }));
  const isCancelRequested = cancel.isPending || cancel.isSuccess;
  const onCancelled = () => {
    if (displayState === 'triggered') notify(`Cancelled build ${id}`);
  };
  const cancelBuild = () => {
    if (!isCancelRequested) cancel.mutate({ project: projectSlug, id }, { onSuccess: onCancelled });
  };
  const actions = [
    { label: 'Open log', icon: <IconTerminal2 {...ICON} />, run: () => navigate(buildPath(projectSlug, id)) },
    { label: 'Cancel build', icon: <IconX {...ICON} />, run: cancelBuild },
  ];
  const menu = contextMenuOf({
    label: `Actions for build ${id}`,
    items: () => <ActionItems actions={actions} />,
  });
  return (
    <li className={withProject ? classes.row : `${classes.row} ${classes.singleProject}`} {...menu}>
      <BuildIcon state={displayState} isLabelled={false} />
      <Link href={buildPath(projectSlug, id)} className={classes.id}>
        {id}
      </Link>
      {withProject && (
        <Link href={`/projects/${projectSlug}`} className={`truncate ${classes.project}`} title={projectSlug}>
          {projectName}
        </Link>
      )}
      <span className="mono truncate" title={versionSlug} {...copyable('version', versionSlug)}>
        {versionSlug}
      </span>
      <span className={`truncate ${displayState === 'triggered' ? 'dimmer' : 'in-progress'}`}>
        {isCancelRequested ? 'Cancelling' : buildStateLabel(displayState)}
        <WaitReason build={build} />
      </span>
      <EntryTimes build={build} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={20}
        aria-label={`Cancel build ${id}`}
        title={
          recorded
            ? `Cancel build ${id}, which was loaded from a file and is not running`
            : `Cancel build ${id}`
        }
        loading={cancel.isPending}
        onClick={cancelBuild}
      >
        <IconX {...ICON} />
      </ActionIcon>
    </li>
  );
}

/** Says why a build waits, unless others are merely ahead of it. */
function WaitReason({ build: { recorded, supersededBy, waitsFor, state } }: Pick<Props, 'build'>) {
  const reason = recorded
    ? 'loaded from a file, not running'
    : supersededBy !== null
      ? `superseded by build ${supersededBy}`
      : waitsFor !== null
        ? `after build ${waitsFor} of the same version`
        : '';
  if (reason === '') return null;
  const details =
    supersededBy === null || state !== 'triggered'
      ? undefined
      : `Build ${supersededBy} of the same version was triggered later and replaces this one, so this one is cancelled when its turn comes.`;
  return (
    <span className={classes.reason} title={details ?? reason}>
      {reason}
    </span>
  );
}

function EntryTimes({ build: { claimed, created, recorded, usualDuration } }: Pick<Props, 'build'>) {
  const since = claimed === null || recorded ? null : claimed;
  const now = useNow();
  const title = since === null ? formatDateTime(created) : `Started ${formatDateTime(since)}`;
  return (
    <Group component="span" className="dim" gap={8} justify="flex-end" wrap="nowrap" title={title}>
      {since === null ? (
        formatTimeAgo(created, now)
      ) : (
        <span className="in-progress">
          <ElapsedTime since={since} />
        </span>
      )}
      {since !== null && usualDuration !== null && (
        <span className={classes.usualDuration}>usually {formatDuration(usualDuration)}</span>
      )}
    </Group>
  );
}
