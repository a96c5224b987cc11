import type { Clock, Timestamp } from '../base/timestamp.ts';

/** Whether time goes on or stands still. */
export type ClockMode = 'run' | 'still';

/** What the clock shows. */
export type ClockState = {
  readonly mode: ClockMode;
  readonly now: Timestamp;
  /** Microseconds from the machine's clock. */
  readonly offset: number;
};

/** A clock that can be set, stopped and moved on. */
export type ControlledClock = {
  readonly now: Clock;
  readonly state: () => ClockState;
  /** Lets it go on or stand still, from `now` or else from what it shows. */
  readonly set: (mode: ClockMode, now?: Timestamp) => void;
  readonly advance: (microseconds: number) => void;
  /** Lets it show the machine's time again. */
  readonly reset: () => void;
};

/** Creates a clock that shows the time of `machine` until it is told otherwise. */
export function createControlledClock(machine: Clock): ControlledClock {
  let offset = 0;
  /** What it shows while it stands still. */
  let stopped: Timestamp | null = null;

  const now = () => stopped ?? machine() + offset;

  return {
    now,
    state: () => ({
      mode: stopped === null ? 'run' : 'still',
      now: now(),
      offset: stopped === null ? offset : stopped - machine(),
    }),
    set(mode, at = now()) {
      offset = at - machine();
      stopped = mode === 'still' ? at : null;
    },
    advance(microseconds) {
      if (stopped === null) offset += microseconds;
      else stopped += microseconds;
    },
    reset() {
      offset = 0;
      stopped = null;
    },
  };
}
