import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { KILL_ORPHANS_SCRIPT, MARKER_VARIABLE } from './orphan-processes.ts';

/** A program that runs with everything that it starts in a process group of its own. */
export type ProcessGroup = {
  /** Its two outputs in one, in the order in which they were written. */
  readonly output: readonly Readable[];
  /**
   * The exit code once nothing of the group is left; 128 and the signal's number for a program that a signal ended.
   * Rejects when it could not be started at all.
   */
  readonly exited: Promise<number>;
  /** Asks the group to end, and ends it a second later. */
  readonly stop: () => void;
};

export type GroupOptions = { readonly cwd: string; readonly env: Readonly<Record<string, string>> };

/** How long a group that was asked to end is given, in milliseconds (gone within two seconds, behaviour of cancel). */
const KILL_AFTER_MS = 1000;
/** How long the output of a program that has ended may go on, in milliseconds: a `tee` that still writes. */
const OUTPUT_GRACE_MS = 500;

/**
 * What `/bin/sh` does before it becomes the program. A watcher in the same group waits on descriptor 3, the other end
 * of which only Lectern holds: whichever way Lectern ends, kill -9 included, the watcher hears of it and ends the whole
 * group, with whatever bears the build's mark outside of it. It is forked before the program begins, so that there is
 * no moment without it; it holds none of the outputs; and it is nobody's child, since a program that waits for all of
 * its children would wait for it as well. `$1` is the mark, the rest is the program.
 */
const GUARD_SCRIPT = `( (
trap "" HUP INT TERM
read -r _ <&3
${KILL_ORPHANS_SCRIPT}
kill -KILL 0
) </dev/null >/dev/null 2>&1 & )
shift
exec "$@" 2>&1 3<&-`;

/** Starts a program, without a shell reading its arguments (safety S12). What it reads is empty. */
export function startGroup(argv: readonly string[], options: GroupOptions): ProcessGroup {
  return process.platform === 'win32' ? startOnWindows(argv, options) : startGuarded(argv, options);
}

function startGuarded(argv: readonly string[], { cwd, env }: GroupOptions): ProcessGroup {
  const marker = env[MARKER_VARIABLE] === undefined ? '' : `${MARKER_VARIABLE}=${env[MARKER_VARIABLE]}`;
  const child = spawn('/bin/sh', ['-c', GUARD_SCRIPT, 'sh', marker, ...argv], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  const group = child.pid;
  const guardPipe = child.stdio[3];
  const signal = (name: NodeJS.Signals | 0) => group !== undefined && signalGroup(group, name);
  return watch(child, child.stdout ? [child.stdout] : [], {
    terminate: () => void signal('SIGTERM'),
    // Both: the watcher, which the program may have ended, and the signal, which reaches whoever is there.
    kill: () => {
      signal('SIGKILL');
      guardPipe?.destroy();
    },
    isAlive: () => signal(0),
  });
}

/** Not tried on a real Windows: there are no groups there, and nothing ends what outlives a killed Lectern. */
function startOnWindows(argv: readonly string[], { cwd, env }: GroupOptions): ProcessGroup {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { cwd, env, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' });
  };
  return watch(child, [child.stdout, child.stderr], { terminate: kill, kill, isAlive: () => false });
}

type GroupControl = {
  readonly terminate: () => void;
  readonly kill: () => void;
  readonly isAlive: () => boolean;
};

function watch(child: ChildProcess, output: readonly Readable[], group: GroupControl): ProcessGroup {
  let killTimer: NodeJS.Timeout | undefined;
  // Listened to from the beginning: each of these happens once.
  const closed = Promise.all(output.map((stream) => new Promise((done) => stream.once('close', done))));
  const exitCode = new Promise<number>((resolve, reject) => {
    child.once('error', (error) => child.pid === undefined && reject(error));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
  async function waitForExit(): Promise<number> {
    const exitStatus = await exitCode.finally(() => clearTimeout(killTimer));
    const graceTimeout = new AbortController();
    const isOutputOpen = await Promise.race([
      closed.then(() => false),
      sleep(OUTPUT_GRACE_MS, true, { signal: graceTimeout.signal }).catch(() => true),
    ]);
    graceTimeout.abort();
    group.kill();
    // SIGKILL takes a moment. No longer: who waits for an init to collect it looks as if it were there.
    for (
      let attempts = 0;
      (isOutputOpen || killTimer !== undefined) && group.isAlive() && attempts < 20;
      attempts += 1
    )
      await sleep(5);
    // Whoever left the group and still holds the output is not waited for.
    for (const stream of output) stream.destroy();
    return exitStatus;
  }
  return {
    output,
    exited: waitForExit(),
    stop() {
      if (killTimer !== undefined) return;
      group.terminate();
      killTimer = setTimeout(group.kill, KILL_AFTER_MS);
    },
  };
}

/** Whether there was somebody to signal; 0 only asks. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
