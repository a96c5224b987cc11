import { Button } from '@mantine/core';
import { IconArrowDown, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { SyncProgress } from '../../../src-server/desk/sync-runner.ts';
import { desk } from '../../api/desk.ts';
import type { RemoteState, RemoteSummary } from '../../features/live-service/remotes.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { formatSyncCost } from './format-sync.ts';
import { usePull } from './use-pull.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** A remote with its run. */
export type RunProps = {
  readonly remote: RemoteSummary;
  readonly state: RemoteState | undefined;
  readonly progress: SyncProgress | null;
};

/** Shows what can be done with the run of a remote: begin one, pause, resume or stop it. */
export function RunActions({ remote, state, progress }: RunProps) {
  const options = { onError: notifyError };
  const { pull, isPending } = usePull(remote.id);
  const pause = useMutation(desk.sync.pause.mutationOptions(options));
  const resume = useMutation(desk.sync.resume.mutationOptions(options));
  const stop = useMutation(desk.sync.stop.mutationOptions(options));
  const target = { remote: remote.id };
  const stopButton = (
    <Button
      variant="default"
      leftSection={<IconPlayerStop {...ICON} />}
      loading={stop.isPending}
      onClick={() => stop.mutate(target)}
    >
      Stop
    </Button>
  );
  if (progress !== null)
    return (
      <>
        <Button
          variant="default"
          leftSection={<IconPlayerPause {...ICON} />}
          loading={pause.isPending}
          onClick={() => pause.mutate(target)}
        >
          Pause
        </Button>
        {stopButton}
      </>
    );
  if (remote.openRun !== null)
    return (
      <>
        {stopButton}
        <Button
          leftSection={<IconPlayerPlay {...ICON} />}
          loading={resume.isPending}
          onClick={() => resume.mutate(target)}
        >
          {`Resume the ${remote.openRun.kind}`}
        </Button>
      </>
    );
  return (
    <Button
      variant="default"
      leftSection={<IconArrowDown {...ICON} />}
      title={state?.cost ? formatSyncCost(state.cost) : undefined}
      loading={isPending}
      onClick={() => pull()}
    >
      Pull
    </Button>
  );
}
