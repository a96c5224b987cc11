/** The CPU time of this thread, in microseconds: in all, and in the longest turn of the event loop. */
export type MeasuredTurns = { readonly total: number; readonly longest: number };

/**
 * Measures the turns of the event loop while `work` runs. CPU time, so that a busy machine does not change it; compare
 * `longest` with `total` only, never with a fixed time.
 */
export async function measureTurns<Result>(
  work: () => Promise<Result>,
): Promise<MeasuredTurns & { readonly result: Result }> {
  const begin = threadTime();
  let last = begin;
  let longest = 0;
  const turn = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(turn, 1);
  try {
    const result = await work();
    turn();
    return { result, longest, total: threadTime() - begin };
  } finally {
    clearInterval(timer);
  }
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** Counts what happens in one turn of the event loop: `most` is the highest count of one turn. */
export function countPerTurn(): { readonly add: () => void; readonly most: () => number } {
  let inTurn = 0;
  let most = 0;
  return {
    add() {
      if (inTurn === 0)
        setImmediate(() => {
          inTurn = 0;
        });
      inTurn += 1;
      most = Math.max(most, inTurn);
    },
    most: () => most,
  };
}
