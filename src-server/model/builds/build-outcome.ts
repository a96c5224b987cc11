import { type Build, type BuildState, isEnded } from './build.ts';

/** The outcomes that builds are grouped by. Indexes store the position in this list. */
export const BUILD_OUTCOMES = ['queued', 'running', 'passed', 'failed', 'cancelled'] as const;
export type BuildOutcome = (typeof BUILD_OUTCOMES)[number];

/** The beginning of a cancelled build's error, which distinguishes it from a failed one. */
export const CANCELLED = 'Cancelled';

/** The exit code by which a command skips its build on purpose (live-service.md 4). */
export const EXIT_CODE_SKIPPED = 183;
/** The error of a build that one of its commands skipped. */
export const SKIPPED = `${CANCELLED}: a command ended with exit code ${EXIT_CODE_SKIPPED}, which skips the build.`;

/** Returns the outcome of a build. */
export function buildOutcome(build: Pick<Build, 'state' | 'success' | 'error'>): BuildOutcome {
  if (build.state === 'triggered') return 'queued';
  if (build.state === 'cancelled') return 'cancelled';
  if (!isEnded(build.state)) return 'running';
  if (build.success) return 'passed';
  // A seed file of 2020 says it by the error alone.
  return build.error.startsWith(CANCELLED) ? 'cancelled' : 'failed';
}

/** Returns the state in which a build ends. */
export function endState(success: boolean, error: string): Extract<BuildState, 'finished' | 'cancelled'> {
  return !success && error.startsWith(CANCELLED) ? 'cancelled' : 'finished';
}

/** Returns whether a build with this outcome is still queued or running. */
export function isInFlight(outcome: BuildOutcome): boolean {
  return outcome === 'queued' || outcome === 'running';
}
