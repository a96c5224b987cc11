import { Conflict, Invalid } from '../../model/base/problems.ts';
import { formatTimestamp, type Timestamp } from '../../model/base/timestamp.ts';
import {
  type ClockAdvance,
  type ClockChange,
  isShowable,
  OUT_OF_RANGE,
} from '../../model/clock/clock-change.ts';
import type { ClockState, ControlledClock } from '../../model/clock/controlled-clock.ts';
import type { Action } from '../../model/journal/actions.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** The clock that dates of data follow. */
export type ClockOptions = {
  readonly clock: ControlledClock;
  /** Whether it may be moved: never on Home, the person's own data (training.md). */
  readonly mayMove: boolean;
};

const SECOND: Timestamp = 1_000_000;
const NOT_HERE = 'Home keeps the time of this computer. Open another workspace to hold or move time.';

/**
 * Creates the service of the clock: dates of the API and the throttle follow it, backups, retention and durations do
 * not. It is kept in memory, so that a restart brings the machine's time back.
 */
export function createClock(context: ServiceContext, options: ClockOptions | undefined) {
  const { store, access, changes, machineClock } = context;

  function state(): ClockState {
    return options?.clock.state() ?? { mode: 'run', now: context.clock(), offset: 0 };
  }

  /** @throws Forbidden @throws Conflict on Home */
  function requireMovable(actor: Actor): ControlledClock {
    access.requireOperator(actor);
    if (!options?.mayMove) throw new Conflict(NOT_HERE);
    return options.clock;
  }

  /** Records that the clock will show `now`, and `move`s it once that is durable. */
  function change(actor: Actor, action: Action, now: Timestamp, move: () => void): void {
    store.change(() => {
      const before = { now: formatTimestamp(state().now) };
      // First, so that listeners of the entry find the clock moved.
      store.afterCommit(move);
      changes.record(actor, { action, before, after: { now: formatTimestamp(now) } });
    });
  }

  function release(actor: Actor): void {
    const clock = requireMovable(actor);
    if (isMoved(clock.state())) change(actor, 'clock.release', machineClock(), clock.reset);
  }

  return {
    /** Returns what the clock shows, for everyone, and whether it may be moved here. */
    state: (): ClockState & { readonly mayMove: boolean; readonly isMoved: boolean } => ({
      ...state(),
      mayMove: options?.mayMove ?? false,
      isMoved: isMoved(state()),
    }),

    /** Lets time go on or stand still, from another time if one is given. @throws Invalid @throws Conflict @throws Forbidden */
    set(actor: Actor, { mode, now, offset }: ClockChange): void {
      const clock = requireMovable(actor);
      if (mode === 'run' && offset === 0) {
        release(actor);
        return;
      }
      const isUnmoved = now === undefined && offset === undefined;
      if (isUnmoved && mode === clock.state().mode) return;
      const time = now ?? (offset === undefined ? clock.now() : machineClock() + Math.round(offset * SECOND));
      requireShowable(time, now === undefined ? 'offset' : 'now');
      change(actor, isUnmoved ? HOLD_OR_RUN[mode] : 'clock.set', time, () => clock.set(mode, time));
    },

    /** Moves the clock forward. @throws Invalid @throws Conflict @throws Forbidden */
    advance(actor: Actor, { seconds }: ClockAdvance): void {
      const clock = requireMovable(actor);
      const step = Math.round(seconds * SECOND);
      const time = clock.now() + step;
      requireShowable(time, 'seconds');
      change(actor, 'clock.advance', time, () => clock.advance(step));
    },

    /** Lets the clock show the machine's time again. @throws Conflict @throws Forbidden */
    release,
  };
}

const HOLD_OR_RUN = { still: 'clock.hold', run: 'clock.run' } as const;

export type ClockService = ReturnType<typeof createClock>;

function isMoved({ mode, offset }: ClockState): boolean {
  return mode === 'still' || offset !== 0;
}

/** @throws Invalid */
function requireShowable(time: Timestamp, field: string): void {
  if (!isShowable(time)) throw new Invalid({ [field]: [OUT_OF_RANGE] });
}
