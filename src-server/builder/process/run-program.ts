import { type ChildProcess, spawn } from 'node:child_process';

export type ProgramOptions = {
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes?: number;
  /** An open file that it reads as its input; without one it gets none. */
  readonly stdin?: number | undefined;
};

/** How a program ended; `failure` says why it was stopped or could not be started. */
export type ProgramResult = {
  readonly exitCode: number | null;
  readonly stdout: string;
  /** The last 8,000 characters. */
  readonly stderr: string;
  readonly failure: 'timeout' | 'aborted' | 'too-long' | 'missing' | undefined;
};

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_STDERR_LENGTH = 8000;

/**
 * Runs a program of this machine to its end, without a shell (safety S12) and without a terminal. When stopped, the
 * programs that it started end with it. @throws Error for a program that cannot be started though it exists
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, timeout, signal, maxBytes = MAX_BYTES, stdin }: ProgramOptions,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let size = 0;
    let stderr = '';
    let failure: ProgramResult['failure'];
    const end = (exitCode: number | null) =>
      resolve({ exitCode, stdout: Buffer.concat(output).toString('utf8'), stderr, failure });
    if (signal?.aborted) {
      failure = 'aborted';
      return end(null);
    }
    const child = spawn(program, [...args], {
      cwd,
      env,
      stdio: [stdin ?? 'ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // A process group of its own, so that its helpers end with it; and no terminal for prompts.
      detached: process.platform !== 'win32',
    });
    const stop = (reason: ProgramResult['failure']) => {
      failure ??= reason;
      killGroup(child);
    };
    const timer = setTimeout(stop, timeout, 'timeout');
    const onAbort = () => stop('aborted');
    const cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) stop('too-long');
      else output.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-MAX_STDERR_LENGTH);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      cleanUp();
      if (error.code !== 'ENOENT') return reject(error);
      failure = 'missing';
      end(null);
    });
    child.on('close', (code) => {
      cleanUp();
      end(code);
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
