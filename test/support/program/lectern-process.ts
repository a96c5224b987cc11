import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The exit code and output of a process. */
export type ProcessExit = {
  /** Null after a signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** A Lectern process. */
export type LecternProcess = {
  readonly child: ChildProcess;
  readonly exited: Promise<ProcessExit>;
  /** Resolves with the first line of stdout; rejects when the process ends without one. */
  readonly firstLine: Promise<string>;
  /** Returns the output so far. */
  readonly output: () => Pick<ProcessExit, 'stdout' | 'stderr'>;
  /** Sends the signals, SIGTERM by default, and waits for the end. */
  readonly stop: (...signals: readonly NodeJS.Signals[]) => Promise<ProcessExit>;
  /** Sends kill -9 and waits for the end. */
  readonly kill: () => Promise<ProcessExit>;
};

/** A Lectern process that accepts requests. */
export type ServingLectern = LecternProcess & {
  readonly url: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly pid: number;
};

export type SpawnOptions = {
  /** Lets a shutdown take as long as it needs, instead of the 5 s of safety R12. */
  readonly noShutdownLimit?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Command placed before the program: `['sh', '-c', 'exec "$@" <&-', 'sh']`. */
  readonly wrapper?: readonly string[];
};

/** The entry script of Lectern: of the program as it is packed, where test/run.ts has made it, else of the sources. */
export const PROGRAM =
  process.env.LECTERN_TEST_PROGRAM ?? fileURLToPath(new URL('../../../src-server/bin.mjs', import.meta.url));

const NO_SHUTDOWN_LIMIT = new URL('./no-shutdown-limit.ts', import.meta.url).href;

/** Arguments of a server on a free port that says where it listens and does not use the keychain. */
export const SERVE: readonly string[] = ['serve', '--json', '--port', '0', '--keychain', 'off'];

/** Starts `lectern ARGUMENTS`, which runs until it is stopped or this process ends. */
export function spawnLectern(args: readonly string[], options: SpawnOptions = {}): LecternProcess {
  const [file = '', ...rest] = [...(options.wrapper ?? []), process.execPath, PROGRAM, ...args];
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const env = {
    ...testEnvironment(),
    ...(options.noShutdownLimit && { NODE_OPTIONS: `--import=${NO_SHUTDOWN_LIMIT}` }),
    ...options.env,
  };
  const child = spawn(file, rest, { stdio, env, ...(options.cwd && { cwd: options.cwd }) });
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const killAtExit = () => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const exited = once(child, 'close').then(([code, signal]): ProcessExit => {
    process.off('exit', killAtExit);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, stdout, stderr };
  });
  const firstLine = firstLineOf(child, exited);
  // Avoids an unhandled rejection when no caller awaits it.
  firstLine.catch(() => {});
  return {
    child,
    exited,
    firstLine,
    output: () => ({ stdout, stderr }),
    stop(...signals) {
      for (const signal of signals.length > 0 ? signals : (['SIGTERM'] as const)) child.kill(signal);
      return exited;
    },
    kill() {
      child.kill('SIGKILL');
      return exited;
    },
  };
}

/** Runs `lectern ARGUMENTS` and waits for its end. */
export function runLectern(args: readonly string[], options?: SpawnOptions): Promise<ProcessExit> {
  return spawnLectern(args, options).exited;
}

/**
 * Starts `lectern serve --json` on a free port without the keychain and waits until it accepts requests. Builds stay
 * queued unless `builds` is set.
 */
export async function startLectern(
  args: readonly string[],
  { builds = false, ...options }: SpawnOptions & { readonly builds?: boolean } = {},
): Promise<ServingLectern> {
  const waiting = builds ? [] : ['--no-builds'];
  const started = spawnLectern([...SERVE, ...waiting, ...args], options);
  const line = await started.firstLine;
  const startLine = JSON.parse(line) as {
    event: string;
    url: string;
    tokens: Record<string, string>;
    pid: number;
  };
  if (startLine.event !== 'listening') throw new Error(`it does not listen: ${line}`);
  return { ...started, url: startLine.url, tokens: startLine.tokens, pid: startLine.pid };
}

async function firstLineOf(child: ChildProcess, exited: Promise<ProcessExit>): Promise<string> {
  if (!child.stdout) throw new Error('it has no stdout');
  const lines = createInterface(child.stdout);
  const line = once(lines, 'line').then(([text]) => String(text));
  const end = exited.then(({ code, signal, stderr }) => {
    throw new Error(`it ended (${code ?? signal}) before it said anything: ${stderr}`);
  });
  return Promise.race([line, end]);
}

/** Returns this environment without the user's data and keychain, and without the folder in which npm was called. */
export function testEnvironment(): NodeJS.ProcessEnv {
  const {
    DBUS_SESSION_BUS_ADDRESS: _bus,
    DISPLAY: _display,
    npm_lifecycle_event: _script,
    ...env
  } = process.env;
  return { ...env, XDG_DATA_HOME: join(tmpdir(), 'lectern-no-such-home') };
}
