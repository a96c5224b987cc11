import { Button, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { type ClockState, describeClock } from '../../features/clock/clock-state.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { useNow } from '../../ui/window-clock.ts';
import { Setting, SettingGroup } from '../settings/fields/setting.tsx';
import { AdvanceClock } from './advance-clock.tsx';
import { SetClock } from './set-clock.tsx';

/** Shows the clock that dates of the API follow, and holds, sets, advances and releases it. */
export function Clock() {
  const { data: state, error } = useQuery(desk.clock.state.queryOptions());
  if (!state) return error && <NotLoaded what="The clock" error={error} />;
  if (!state.mayMove) {
    return (
      <EmptyState title="Time cannot be moved here">
        These are your own data, so dates are those of this computer. To hold or move time, open another
        workspace from the top of the sidebar.
      </EmptyState>
    );
  }
  return (
    <>
      <SettingGroup title="Clock">
        <Present state={state} />
        <Hold state={state} />
        <Text component="p" className="meta" px="lg" py="md">
          Dates of the API, its rate limit and fault rules follow this clock. Backups, snapshots, retention
          and durations follow this computer. After a restart, the clock shows the time of this computer.
        </Text>
      </SettingGroup>
      <SettingGroup title="Move time">
        <SetClock state={state} />
        <AdvanceClock />
      </SettingGroup>
    </>
  );
}

function Present({ state }: { readonly state: ClockState }) {
  const now = useNow(1000);
  const release = useMutation(desk.clock.release.mutationOptions());
  function onRelease(): void {
    if (!state.isMoved) return;
    const onSuccess = () => notify('The clock shows the time of this computer');
    release.mutate(undefined, { onSuccess, onError: notifyError });
  }
  return (
    <Setting label={<time role="timer">{formatDateTime(now * 1000)}</time>} hint={`${describeClock(state)}.`}>
      <Button
        variant="default"
        aria-disabled={!state.isMoved}
        loading={release.isPending}
        onClick={onRelease}
      >
        Release
      </Button>
    </Setting>
  );
}

function Hold({ state: { mode } }: { readonly state: ClockState }) {
  const set = useMutation(desk.clock.set.mutationOptions());
  const shown = set.isPending ? set.variables.mode : mode;
  return (
    <Setting label="Hold time" hint="Time stands still until you let it run again.">
      <Switch
        aria-label="Hold time"
        checked={shown === 'still'}
        onChange={(event) =>
          set.mutate({ mode: event.currentTarget.checked ? 'still' : 'run' }, { onError: notifyError })
        }
      />
    </Setting>
  );
}
