// `import { startLectern } from 'lectern/testing'`: a Lectern of its own for a test suite.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  type ControlClient,
  createControlClient,
  type LoggedRequest,
  type RequestFilter,
  type ResetInfo,
} from './control-client.ts';
import { findNode } from './find-node.ts';

/** How to start one. */
export type StartOptions = {
  /** Users that get a token; default: `alice`. */
  readonly users?: readonly string[];
  /** A seed file: its path, or what is in one. */
  readonly seed?: string | object;
  /** Limit the rate of requests as the live service does; default: false. */
  readonly throttle?: boolean;
  /** Other options of `lectern serve`. */
  readonly args?: readonly string[];
  /** Called with each line that it writes for people. */
  readonly onLog?: (line: string) => void;
};

/** A running Lectern with everything in memory. It ends with `close()`, and with this process however that ends. */
export type TestLectern = {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Tokens by user. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly control: ControlClient;
  /** Brings back the state at the start, or a snapshot. */
  readonly reset: (snapshot?: string) => Promise<ResetInfo>;
  /** Returns requests that were answered, the newest last: without `since` the last 100, or `limit`. */
  readonly requests: (filter?: RequestFilter) => Promise<readonly LoggedRequest[]>;
  readonly faults: ControlClient['faults'];
  readonly close: () => Promise<void>;
};

type StartLine = {
  readonly event: string;
  readonly message?: string;
  readonly url: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly control: { readonly url: string; readonly key: string };
};

const PROGRAM = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../bin.mjs', import.meta.url)
    : new URL('../../src-server/bin.mjs', import.meta.url),
);

/** Starts a Lectern in memory on a free port. @throws Error with its message when it does not start */
export async function startLectern(options: StartOptions = {}): Promise<TestLectern> {
  const { users = ['alice'], seed, throttle = false, args = [] } = options;
  const seedFile = typeof seed === 'object' ? writeSeed(seed) : undefined;
  const seedPath = typeof seed === 'string' ? seed : seedFile?.path;
  try {
    const child = spawn(
      findNode(),
      [
        ...[
          PROGRAM,
          'serve',
          '--memory',
          '--control',
          '--json',
          '--quiet',
          '--port',
          '0',
          '--end-with-stdin',
        ],
        ...users.flatMap((user) => ['--user', user]),
        ...(seedPath === undefined ? [] : ['--seed', seedPath]),
        ...(throttle ? ['--throttle'] : []),
        ...args,
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const started = await startLineOf(child, options.onLog);
    const control = createControlClient(started.control.url, started.control.key);
    return {
      url: started.url,
      tokens: started.tokens,
      control,
      reset: control.reset,
      requests: control.requests,
      faults: control.faults,
      close: () => end(child),
    };
  } finally {
    seedFile?.remove();
  }
}

function writeSeed(seed: object): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-seed-'));
  const path = join(folder, 'seed.json');
  writeFileSync(path, JSON.stringify(seed), { mode: 0o600 });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Waits for the line that says where it listens. The pipes do not keep this process alive from then on. */
function startLineOf(child: ChildProcess, onLog: StartOptions['onLog']): Promise<StartLine> {
  return new Promise((resolve, reject) => {
    const { stdin, stdout, stderr } = child;
    if (!stdin || !stdout || !stderr) throw new Error('Lectern was started without pipes.');
    const log: string[] = [];
    stdin.on('error', () => {}); // it has ended already
    createInterface({ input: stderr }).on('line', (line) => {
      if (log.length < 100) log.push(line);
      onLog?.(line);
    });
    createInterface({ input: stdout }).once('line', (line) => {
      const message = JSON.parse(line) as StartLine;
      if (message.event !== 'listening')
        return reject(new Error(message.message ?? 'Lectern did not start.'));
      child.unref();
      for (const pipe of [stdin, stdout, stderr]) (pipe as { unref?: () => void }).unref?.();
      resolve(message);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Lectern ended with ${code}: ${log.join('\n')}`)));
  });
}

/** Ends it as its parent's end would. */
function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.ref();
    child.once('exit', () => resolve());
    child.stdin?.end();
  });
}
