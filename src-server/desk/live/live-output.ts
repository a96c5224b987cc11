import type { OutputHeard } from '../../services/builds/build-commands.ts';

/** What an open screen hears of what a running command writes: the screen reads the lines that it shows. */
export type LiveOutput = OutputHeard & { readonly kind: 'output' };

/** Of one build a screen hears at most so often, in milliseconds. */
const PAUSE_MS = 250;

/** Keeps the newest of each command until it may be told; `ready` is called when something may be. */
export function createOutputWaits(ready: () => void) {
  type Waiting = {
    readonly newest: Map<number, LiveOutput>;
    told: number;
    timer: ReturnType<typeof setTimeout> | undefined;
  };
  const builds = new Map<number, Waiting>();
  let due: Waiting[] = [];

  function makeDue(build: Waiting): void {
    build.timer = undefined;
    if (!due.includes(build)) due.push(build);
    ready();
  }

  return {
    /** Takes what was heard. */
    add(heard: OutputHeard): void {
      const { buildId, commandId } = heard;
      const build = builds.get(buildId) ?? {
        newest: new Map(),
        told: Number.NEGATIVE_INFINITY,
        timer: undefined,
      };
      builds.set(buildId, build);
      build.newest.set(commandId, { kind: 'output', ...heard });
      const wait = build.told + PAUSE_MS - performance.now();
      if (wait <= 0) makeDue(build);
      else build.timer ??= setTimeout(() => makeDue(build), wait);
    },

    /** All that may be told now. */
    take(): LiveOutput[] {
      const now = performance.now();
      const taken = due.flatMap((build) => {
        build.told = now;
        const newest = [...build.newest.values()];
        build.newest.clear();
        return newest;
      });
      due = [];
      return taken;
    },

    /** Forgets all, and tells nothing more. */
    end(): void {
      for (const { timer } of builds.values()) clearTimeout(timer);
      builds.clear();
    },
  };
}
