import { Unavailable } from '../model/base/problems.ts';

const pending = new Set<Promise<unknown>>();

/**
 * Waits for a native call, but not for longer than the limit (milliseconds). The call itself cannot be ended and goes on.
 * @throws Unavailable when the time is up
 */
export async function withTimeout<T>(call: Promise<T>, limitMs: number): Promise<T> {
  track(call);
  const { promise: timeIsUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Unavailable(`The OS keychain did not answer within ${limitMs / 1000} s.`)),
    limitMs,
  );
  try {
    return await Promise.race([call, timeIsUp]);
  } finally {
    clearTimeout(timer);
  }
}

function track(call: Promise<unknown>): void {
  if (pending.size === 0) process.on('exit', killDespitePendingCalls);
  pending.add(call);
  const untrack = () => {
    pending.delete(call);
    if (pending.size === 0) process.off('exit', killDespitePendingCalls);
  };
  call.then(untrack, untrack);
}

// A call that waits for the user to unlock the keychain holds a thread of the pool, and the end of the process waits for
// that thread: `process.exit()` would hang while the prompt is open (safety R12). There is no gentler way.
function killDespitePendingCalls(): void {
  process.kill(process.pid, 'SIGKILL');
}
