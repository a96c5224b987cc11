import type { Build } from './build.ts';

/** How a build stands, as people group builds. The place in the list is the code that indexes keep. */
export const BUILD_OUTCOMES = ['queued', 'running', 'passed', 'failed', 'cancelled'] as const;
export type BuildOutcome = (typeof BUILD_OUTCOMES)[number];

/** The error of a build that somebody ended; it is told apart from those that went wrong by this beginning. */
export const CANCELLED = 'Cancelled';

/** Where a build belongs among the outcomes. */
export function buildOutcome(build: Pick<Build, 'state' | 'success' | 'error'>): BuildOutcome {
  if (build.state === 'triggered') return 'queued';
  if (build.state !== 'finished') return 'running';
  if (build.success) return 'passed';
  return build.error.startsWith(CANCELLED) ? 'cancelled' : 'failed';
}

/** Whether a build of this outcome will still change by itself. */
export function isInFlight(outcome: BuildOutcome): boolean {
  return outcome === 'queued' || outcome === 'running';
}
