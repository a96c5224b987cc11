import type { OutputAppended } from '../../services/builds/build-commands.ts';

/** What an open screen hears of what a running command writes: the screen reads the lines that it shows. */
export type LiveOutput = OutputAppended & { readonly kind: 'output' };

/** Of one build a screen hears at most so often, in milliseconds. */
const MIN_INTERVAL_MS = 250;

/** Keeps the newest of each command until it may be told; `ready` is called when something may be. */
export function createOutputThrottle(onReady: () => void) {
  type PendingOutput = {
    readonly newest: Map<number, LiveOutput>;
    lastSent: number;
    timer: ReturnType<typeof setTimeout> | undefined;
  };
  const builds = new Map<number, PendingOutput>();
  let due: PendingOutput[] = [];

  function markDue(build: PendingOutput): void {
    build.timer = undefined;
    if (!due.includes(build)) due.push(build);
    onReady();
  }

  return {
    /** Takes what was heard. */
    add(event: OutputAppended): void {
      const { buildId, commandId } = event;
      const build = builds.get(buildId) ?? {
        newest: new Map(),
        lastSent: Number.NEGATIVE_INFINITY,
        timer: undefined,
      };
      builds.set(buildId, build);
      build.newest.set(commandId, { kind: 'output', ...event });
      const delay = build.lastSent + MIN_INTERVAL_MS - performance.now();
      if (delay <= 0) markDue(build);
      else build.timer ??= setTimeout(() => markDue(build), delay);
    },

    /** All that may be told now. */
    take(): LiveOutput[] {
      const now = performance.now();
      const taken = due.flatMap((build) => {
        build.lastSent = now;
        const newest = [...build.newest.values()];
        build.newest.clear();
        return newest;
      });
      due = [];
      return taken;
    },

    /** Forgets all, and tells nothing more. */
    close(): void {
      for (const { timer } of builds.values()) clearTimeout(timer);
      builds.clear();
    },
  };
}
