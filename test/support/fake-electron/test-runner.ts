import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';

/** A pipe that Playwright keeps open to whatever it launches, and uses for nothing else here. */
const PIPE = 3;

/** Calls `gone` when the test runner that launched this process has ended, however it did: nobody would end us then. */
export function onTestRunnerExit(onExit: () => void): void {
  if (!isPipe()) return;
  const socket = new Socket({ fd: PIPE, readable: true, writable: false });
  socket.on('error', () => undefined);
  socket.on('close', onExit);
  socket.resume();
  socket.unref();
}

function isPipe(): boolean {
  try {
    const found = fstatSync(PIPE);
    return found.isSocket() || found.isFIFO();
  } catch {
    return false;
  }
}
