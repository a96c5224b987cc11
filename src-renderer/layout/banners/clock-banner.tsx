import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { desk } from '../../api/desk.ts';
import { type ClockState, describeClock, readClock } from '../../features/clock/clock-state.ts';
import { formatDateTime } from '../../ui/format.ts';
import { followClock } from '../../ui/window-clock.ts';
import { Banner } from './banner.tsx';

/** Says above every screen that time is held or moved; times of the window follow that clock. */
export function ClockBanner() {
  const { data: state } = useQuery(desk.clock.state.queryOptions());
  const release = useMutation(desk.clock.release.mutationOptions());
  useEffect(() => followClock(state?.isMoved ? () => readClock(state) : undefined), [state]);
  return (
    <Banner
      name="clock"
      label="Time of Lectern"
      text={state?.isMoved ? bannerText(state) : ''}
      href="/settings/clock"
      endLabel="Release"
      end={release}
    />
  );
}

function bannerText(state: ClockState): string {
  return state.mode === 'still' ? `Time is held at ${formatDateTime(state.now)}` : describeClock(state);
}
