import { type ChildProcess, spawn } from 'node:child_process';
import { constants as osConstants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { KILL_ORPHANS_SCRIPT, MARKER_VARIABLE } from './orphan-processes.ts';

/** A program that runs, with all processes that it starts, in a process group of its own. */
export type ProcessGroup = {
  /** undefined when the program could not be started. */
  readonly pid: number | undefined;
  /** Both outputs, in the order in which they were written. */
  readonly output: readonly Readable[];
  /**
   * Resolves with the exit code once the group is gone; 128 plus the signal's number for a program killed by a signal.
   * Rejects when the program could not be started.
   */
  readonly exited: Promise<number>;
  /** Terminates the group, and kills it a second later. */
  readonly stop: () => void;
};

export type GroupOptions = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Default: `OUTPUT_GRACE_MS`. */
  readonly outputGraceMs?: number;
  /** Lets everything else on this computer go first. */
  readonly lowPriority?: boolean;
};

/** The time between terminating and killing a group, in milliseconds: a cancelled build is gone within two seconds. */
const KILL_AFTER_MS = 1000;
/** How long output may continue after the program has ended, in milliseconds: a `tee` may still write. */
const OUTPUT_GRACE_MS = 500;

/**
 * The script that `/bin/sh` runs before it becomes the program. A watcher in the same group waits on descriptor 3, the
 * guard pipe, whose other end only Lectern holds: however Lectern ends, kill -9 included, the watcher then kills the
 * whole group, and processes outside it that have the build's marker; terminated first, since a reaper ends its own. It is forked before the program begins, so that
 * there is no gap; it holds none of the outputs; and it is detached, since a program that waits for all its children
 * would wait for it too. `$1` is the marker, the rest is the program.
 */
const GUARD_SCRIPT = `( (
trap "" HUP INT TERM
read -r _ <&3
kill -TERM 0
tries=0
while [ $tries -lt 20 ] && kill -0 $$; do sleep 0.1; tries=$((tries + 1)); done
${KILL_ORPHANS_SCRIPT}
kill -KILL 0
) </dev/null >/dev/null 2>&1 & )
shift
exec "$@" 2>&1 3<&-`;

/** Starts a program with empty input; no shell reads its arguments (safety S12). */
export function startGroup(argv: readonly string[], options: GroupOptions): ProcessGroup {
  const group = process.platform === 'win32' ? startOnWindows(argv, options) : startGuarded(argv, options);
  // Before the program starts another, which has the priority of its parent.
  if (options.lowPriority && group.pid !== undefined) lowerPriority(group.pid);
  return group;
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, osConstants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended by itself, or Lectern's own priority is lower.
  }
}

function startGuarded(argv: readonly string[], { cwd, env, outputGraceMs }: GroupOptions): ProcessGroup {
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
    // Both ways: the signal, and the watcher, which the program may have killed.
    kill: () => {
      signal('SIGKILL');
      guardPipe?.destroy();
    },
    isAlive: () => signal(0),
    outputGraceMs,
  });
}

/** Untested on Windows, which has no process groups: nothing ends the processes of a killed Lectern. */
function startOnWindows(argv: readonly string[], { cwd, env, outputGraceMs }: GroupOptions): ProcessGroup {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { cwd, env, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' });
  };
  return watch(child, [child.stdout, child.stderr], {
    terminate: kill,
    kill,
    isAlive: () => false,
    outputGraceMs,
  });
}

type GroupControl = {
  readonly terminate: () => void;
  readonly kill: () => void;
  readonly isAlive: () => boolean;
  readonly outputGraceMs: number | undefined;
};

function watch(child: ChildProcess, output: readonly Readable[], group: GroupControl): ProcessGroup {
  let killTimer: NodeJS.Timeout | undefined;
  // Subscribed from the beginning, since each event happens once.
  const closed = Promise.all(output.map((stream) => new Promise((done) => stream.once('close', done))));
  const exitCode = new Promise<number>((resolve, reject) => {
    child.once('error', (error) => child.pid === undefined && reject(error));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? osConstants.signals[signal] : 0)));
  });
  async function waitForExit(): Promise<number> {
    const exitStatus = await exitCode.finally(() => clearTimeout(killTimer));
    const graceTimeout = new AbortController();
    const isOutputOpen = await Promise.race([
      closed.then(() => false),
      sleep(group.outputGraceMs ?? OUTPUT_GRACE_MS, true, { signal: graceTimeout.signal }).catch(() => true),
    ]);
    graceTimeout.abort();
    group.kill();
    // SIGKILL takes a moment. Bounded, because a zombie that init has not collected looks alive.
    for (
      let attempts = 0;
      (isOutputOpen || killTimer !== undefined) && group.isAlive() && attempts < 20;
      attempts += 1
    )
      await sleep(5);
    // Does not wait for processes outside the group that still hold the output.
    for (const stream of output) stream.destroy();
    return exitStatus;
  }
  return {
    pid: child.pid,
    output,
    exited: waitForExit(),
    stop() {
      if (killTimer !== undefined) return;
      group.terminate();
      killTimer = setTimeout(group.kill, KILL_AFTER_MS);
    },
  };
}

/** Signals the group; returns whether it exists. Signal 0 only checks. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
