import { useEffect, useState } from 'react';
import { create } from 'zustand';

/** Reads a time in milliseconds. */
type Read = () => number;

const computer: Read = () => Date.now();

/** Holds how the window reads the time that dates of the service follow: this computer's until it is set. */
const useWindowClock = create<{ readonly read: Read }>()(() => ({ read: computer }));

/** Lets times of the window follow another clock than this computer's. */
export function followClock(read: Read = computer): void {
  useWindowClock.setState({ read });
}

/** Returns the present time in milliseconds. */
export const windowNow = (): number => useWindowClock.getState().read();

/** Gives the present time in milliseconds, renewed every `intervalMs`, so that relative times on the screen stay true. */
export function useNow(intervalMs = 30_000): number {
  return useTime(
    useWindowClock(({ read }) => read),
    intervalMs,
  );
}

/** Gives this computer's time, for what its dates are from whatever the service's clock shows. */
export function useComputerNow(): number {
  return useTime(computer, 30_000);
}

function useTime(read: Read, intervalMs: number): number {
  const [shown, setShown] = useState(() => ({ read, now: read() }));
  if (shown.read !== read) setShown({ read, now: read() });
  useEffect(() => {
    const timer = setInterval(() => setShown({ read, now: read() }), intervalMs);
    return () => clearInterval(timer);
  }, [read, intervalMs]);
  return shown.now;
}
