import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { END_STRAYS, MARK } from './stray-processes.ts';

/** A program that runs with everything that it starts in a process group of its own. */
export type ProcessGroup = {
  /** Its two outputs in one, in the order in which they were written. */
  readonly output: readonly Readable[];
  /**
   * The exit code once nothing of the group is left; 128 and the signal's number for a program that a signal ended.
   * Rejects when it could not be started at all.
   */
  readonly ended: Promise<number>;
  /** Asks the group to end, and ends it a second later. */
  readonly stop: () => void;
};

export type GroupOptions = { readonly cwd: string; readonly env: Readonly<Record<string, string>> };

/** How long a group that was asked to end is given, in milliseconds (gone within two seconds, behaviour of cancel). */
const GRACE_MS = 1000;
/** How long the output of a program that has ended may go on, in milliseconds: a `tee` that still writes. */
const LAST_WORDS_MS = 500;

/**
 * What `/bin/sh` does before it becomes the program. A watcher in the same group waits on descriptor 3, the other end
 * of which only Lectern holds: whichever way Lectern ends, kill -9 included, the watcher hears of it and ends the whole
 * group, with whatever bears the build's mark outside of it. It is forked before the program begins, so that there is
 * no moment without it; it holds none of the outputs; and it is nobody's child, since a program that waits for all of
 * its children would wait for it as well. `$1` is the mark, the rest is the program.
 */
const GUARDED = `( (
trap "" HUP INT TERM
read -r _ <&3
${END_STRAYS}
kill -KILL 0
) </dev/null >/dev/null 2>&1 & )
shift
exec "$@" 2>&1 3<&-`;

/** Starts a program, without a shell reading its arguments (safety S12). What it reads is empty. */
export function startGroup(argv: readonly string[], options: GroupOptions): ProcessGroup {
  return process.platform === 'win32' ? startOnWindows(argv, options) : startGuarded(argv, options);
}

function startGuarded(argv: readonly string[], { cwd, env }: GroupOptions): ProcessGroup {
  const mark = env[MARK] === undefined ? '' : `${MARK}=${env[MARK]}`;
  const child = spawn('/bin/sh', ['-c', GUARDED, 'sh', mark, ...argv], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  const group = child.pid;
  const leash = child.stdio[3];
  const signal = (name: NodeJS.Signals | 0) => group !== undefined && signalGroup(group, name);
  return watch(child, child.stdout ? [child.stdout] : [], {
    ask: () => void signal('SIGTERM'),
    // Both: the watcher, which the program may have ended, and the signal, which reaches whoever is there.
    end: () => {
      signal('SIGKILL');
      leash?.destroy();
    },
    isThere: () => signal(0),
  });
}

/** Not tried on a real Windows: there are no groups there, and nothing ends what outlives a killed Lectern. */
function startOnWindows(argv: readonly string[], { cwd, env }: GroupOptions): ProcessGroup {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { cwd, env, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' });
  };
  return watch(child, [child.stdout, child.stderr], { ask: end, end, isThere: () => false });
}

type Group = { readonly ask: () => void; readonly end: () => void; readonly isThere: () => boolean };

function watch(child: ChildProcess, output: readonly Readable[], group: Group): ProcessGroup {
  let force: NodeJS.Timeout | undefined;
  // Listened to from the beginning: each of these happens once.
  const closed = Promise.all(output.map((stream) => new Promise((done) => stream.once('close', done))));
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', (error) => child.pid === undefined && reject(error));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
  async function end(): Promise<number> {
    const code = await exited.finally(() => clearTimeout(force));
    const late = new AbortController();
    const someStay = await Promise.race([
      closed.then(() => false),
      sleep(LAST_WORDS_MS, true, { signal: late.signal }).catch(() => true),
    ]);
    late.abort();
    group.end();
    // SIGKILL takes a moment. No longer: who waits for an init to collect it looks as if it were there.
    for (let tries = 0; (someStay || force !== undefined) && group.isThere() && tries < 20; tries += 1)
      await sleep(5);
    // Whoever left the group and still holds the output is not waited for.
    for (const stream of output) stream.destroy();
    return code;
  }
  return {
    output,
    ended: end(),
    stop() {
      if (force !== undefined) return;
      group.ask();
      force = setTimeout(group.end, GRACE_MS);
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
