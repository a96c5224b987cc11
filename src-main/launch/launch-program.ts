import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Signals that a terminal sends to every program in it: Ctrl+C, and its own end. */
const TERMINAL_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGHUP'];

/**
 * Runs a program in this terminal with the same input, output and signals. `onOutput` receives what it prints.
 * Returns its exit code, 128 + N when signal N ended it, and 1 when it could not be started.
 */
export function runProgram(
  path: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onOutput?: (text: string) => void,
): Promise<number> {
  // Before the program starts, which may run before this one goes on: a signal that nobody listens to would end this one.
  const forwarders = SIGNALS.map((signal) => [signal, () => forward(child, signal)] as const);
  for (const [signal, listener] of forwarders) process.on(signal, listener);
  const child = spawn(path, args, { env, stdio: ['inherit', onOutput ? 'pipe' : 'inherit', 'inherit'] });
  child.stdout?.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    onOutput?.(chunk.toString());
  });
  // The reader of our output may be gone (`npm start | head`); the program must end in its own way all the same.
  process.stdout.on('error', () => child.stdout?.destroy());
  return new Promise((resolve) => {
    const settle = (code: number): void => {
      for (const [signal, listener] of forwarders) process.removeListener(signal, listener);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`Cannot start ${path}: ${error.message}`);
      settle(1);
    });
    child.on('close', (code, signal) => settle(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/**
 * Passes a signal on, unless the terminal has sent it to the program already: a second one would end Electron at once,
 * without closing anything.
 */
function forward(child: ChildProcess, signal: NodeJS.Signals): void {
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  if (!hasTerminal || !TERMINAL_SIGNALS.includes(signal)) child.kill(signal);
}
