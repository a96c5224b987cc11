import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PACKED_PROGRAM } from '../../support/runner/packed-program.ts';

/** A server in a separate process, so that it is measured alone. */
export type ServerProcess = {
  readonly url: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** With `--also`: the other dialect. */
  readonly also?: { readonly url: string };
  /** With `--control`: where it answers, and its key. */
  readonly control?: { readonly url: string; readonly key: string };
  /** Milliseconds from spawn to the line that reports the URL. */
  readonly startMs: number;
  residentMegabytes(): number;
  stop(): Promise<void>;
  /** Sends kill -9 and waits for the end. */
  kill(): Promise<void>;
};

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Starts the headless host of Lectern, as it is packed, on a data folder. */
export function startLectern(folder: string, ...args: readonly string[]): Promise<ServerProcess> {
  const serve = ['serve', '--port', '0', '--json', '--data', folder, '--keychain', 'off', ...args];
  return start([PACKED_PROGRAM, ...serve]);
}

/** Starts a preview of a folder with the tools of this machine; its URL is that of the pages. */
export function startPreview(folder: string, data: string): Promise<ServerProcess> {
  const options = ['--json', '--port', '0', '--data', data, '--keychain', 'off', '--build-with', 'installed'];
  return start([PACKED_PROGRAM, 'preview', folder, ...options]);
}

/** Starts bare Express 5, which answers all requests with the JSON in this file. */
export function startBareExpress(bodyFile: string): Promise<ServerProcess> {
  return start([`${ROOT}test/bench/programs/bare-express.mjs`, bodyFile]);
}

/** Starts serve-static alone over this folder. */
export function startStatic(folder: string): Promise<ServerProcess> {
  return start([`${ROOT}test/bench/programs/bare-static.mjs`, folder]);
}

async function start(args: readonly string[]): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: ROOT });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const startMs = performance.now() - startedAt;
  const { url, tokens, also, control } = JSON.parse(line) as Pick<
    ServerProcess,
    'url' | 'tokens' | 'also' | 'control'
  >;
  return {
    url,
    tokens,
    ...(also && { also }),
    ...(control && { control }),
    startMs,
    residentMegabytes: () => residentMegabytes(child),
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await once(child, 'exit');
}

function residentMegabytes(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
