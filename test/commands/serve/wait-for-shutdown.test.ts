import { expect, test, vi } from 'vitest';
import type { Terminal } from '../../../src-server/commands/terminal.ts';
import { SHUTDOWN_LIMIT_MS, waitForShutdown } from '../../../src-server/commands/wait-for-shutdown.ts';
import { holdTimer } from '../../support/held-timer.ts';

test('R12 what does not close in time is abandoned', async () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const limit = holdTimer(SHUTDOWN_LIMIT_MS);
  const lines: string[] = [];
  const listeners: (() => void)[] = [];
  const terminal: Terminal = {
    json: true,
    answer: () => {},
    log: (line) => lines.push(line),
    ask: async () => undefined,
    onSignal: (_signal, listener) => void listeners.push(listener),
    exit: (code) => process.exit(code),
  };

  const stopping = waitForShutdown(terminal);
  expect(limit.isSet()).toBe(false);
  // A second signal starts no second limit.
  for (const stop of listeners) stop();
  await stopping;
  expect(lines).toEqual([]);
  expect(exit).not.toHaveBeenCalled();

  limit.elapse();
  expect(exit.mock.calls).toEqual([[0]]);
  expect(lines).toEqual(['Closing took too long. The process ends now; all saved changes are safe.']);
  // Safety R12: the whole stop takes five seconds at most.
  expect(SHUTDOWN_LIMIT_MS).toBeLessThan(5_000);
});
