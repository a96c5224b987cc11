import { AsyncLocalStorage } from 'node:async_hooks';
import { Unavailable } from '../../model/base/problems.ts';

/** How long requests that are under way may take until everything is replaced. */
const LIMIT_MS = 1_000;
const BUSY = 'Another request did not end in time, so nothing was changed. Try again once it has ended.';

/** Lets requests pass, except while all data is replaced. */
export type RequestGate = {
  /** Calls `next` at once, or once the gate is open again. */
  readonly enter: (next: () => void) => void;
  /** Runs work that changes data and waits in between, so that a replacement waits for it. */
  readonly track: <T>(work: () => Promise<T>) => Promise<T>;
  /** The same for work that may itself call `hold`, which then does not wait for it. */
  readonly trackCaller: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Holds new requests, waits for those under way, pauses builds, and runs `work`; one at a time.
   * @throws Unavailable when a request does not end in time
   */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Creates the gate. `pause` ends builds and whatever else works by itself, and returns what starts it again. */
export function createRequestGate(
  pause: () => Promise<() => void>,
  { limitMs = LIMIT_MS }: { readonly limitMs?: number } = {},
): RequestGate {
  const callers = new AsyncLocalStorage<true>();
  let underWay = 0;
  let wake = () => {};
  let opened: Promise<void> | undefined;
  let holds: Promise<unknown> = Promise.resolve();

  function ended(): void {
    underWay -= 1;
    wake();
  }

  async function track<T>(work: () => Promise<T>): Promise<T> {
    underWay += 1;
    try {
      return await work();
    } finally {
      ended();
    }
  }

  /** Resolves once nothing is under way. @throws Unavailable */
  async function idle(): Promise<void> {
    if (underWay === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
    });
    const ends = new Promise<void>((resolve) => {
      wake = () => {
        if (underWay === 0) resolve();
      };
    });
    await Promise.race([ends, timeout]);
    clearTimeout(timer);
    wake = () => {};
    if (underWay > 0) throw new Unavailable(BUSY);
  }

  async function holdNow<T>(work: () => Promise<T>): Promise<T> {
    let open = () => {};
    opened = new Promise((resolve) => {
      open = resolve;
    });
    try {
      await idle();
      const resume = await pause();
      try {
        return await work();
      } finally {
        resume();
      }
    } finally {
      opened = undefined;
      open();
    }
  }

  return {
    enter(next) {
      if (opened) void opened.then(() => next());
      else next();
    },
    track,
    async trackCaller(work) {
      while (opened) await opened;
      return track(() => callers.run(true, work));
    },
    async hold(work) {
      // The call that asks for it is under way itself, and waits.
      const isCaller = callers.getStore() === true;
      if (isCaller) ended();
      const result = holds.then(() => callers.exit(() => holdNow(work)));
      holds = result.catch(() => {});
      try {
        return await result;
      } finally {
        if (isCaller) underWay += 1;
      }
    },
  };
}
