import type { Timestamp } from '../base/timestamp.ts';

/** The states of a build in order; a failure goes straight to `finished` (behaviour.md 9, live-service.md 4). */
export const BUILD_STATES = [
  ...(['triggered', 'cloning', 'installing', 'building', 'uploading', 'finished'] as const),
  'cancelled',
] as const;
export type BuildState = (typeof BUILD_STATES)[number];

/** The states that the 2020 dialect and v2 know. */
export const BUILD_STATES_OF_2020 = ['triggered', 'cloning', 'installing', 'building', 'finished'] as const;
export type BuildStateOf2020 = (typeof BUILD_STATES_OF_2020)[number];

/** Returns the state in which the 2020 dialect and v2 answer a build. */
export function stateIn2020(state: BuildState): BuildStateOf2020 {
  if (state === 'cancelled') return 'finished';
  return state === 'uploading' ? 'building' : state;
}

/** Returns whether a build in this state has come to its end. */
export function isEnded(state: BuildState): state is 'finished' | 'cancelled' {
  return state === 'finished' || state === 'cancelled';
}

/** A parsed JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** How a build is made: as always, from scratch because a person asked for it, or with what the last one left (fast rebuild). */
export const BUILD_MODES = ['clean', 'scratch', 'fast'] as const;
export type BuildMode = (typeof BUILD_MODES)[number];

/** What people call a build that is not made as always. */
export const BUILD_MODE_LABELS: Readonly<Record<Exclude<BuildMode, 'clean'>, string>> = {
  scratch: 'From scratch',
  fast: 'Fast rebuild',
};

/** A build as stored, without its commands. */
export type Build = {
  readonly id: number;
  readonly projectId: number;
  readonly versionId: number;
  readonly created: Timestamp;
  readonly state: BuildState;
  /** null until the build has ended; false when it was cancelled. */
  readonly success: boolean | null;
  /** '' when there is none. */
  readonly error: string;
  readonly commit: string | null;
  /** The subject and the author of the commit; '' where nobody knows them. */
  readonly commitSubject: string;
  readonly commitAuthor: string;
  /** Whole seconds; null until known. */
  readonly duration: number | null;
  /** Unknown to the API. */
  readonly mode: BuildMode;
  /** The configuration; empty until it is read. */
  readonly config: JsonObject;
};

/** A command of a build, without its output. */
export type BuildCommand = {
  readonly id: number;
  readonly buildId: number;
  readonly description: string;
  readonly command: string;
  /** null while it runs; -1 when it was aborted. */
  readonly exitCode: number | null;
  readonly startTime: Timestamp;
  /** null while it runs. */
  readonly endTime: Timestamp | null;
} & OutputTotals;

/** Totals of a command's output so far. */
export type OutputTotals = {
  readonly lines: number;
  /** As UTF-8. */
  readonly bytes: number;
  /** The number of error and warning lines (log-severity.ts). */
  readonly errors: number;
  readonly warnings: number;
};

/** The exit code of an aborted command. */
export const EXIT_CODE_ABORTED = -1;

/** A finished command, with its whole output. */
export type FinishedCommand = Pick<BuildCommand, 'description' | 'command' | 'startTime'> & {
  readonly output: string;
  readonly exitCode: number;
  readonly endTime: Timestamp;
};

/**
 * Returns when a build finished: created + duration; null without a duration (behaviour.md 9 and Decisions). One that began
 * later than that, after a long wait or since the clock was moved, finished its duration after it began.
 */
export function finishedAt({
  created,
  began = created,
  duration,
  state,
}: Pick<Build, 'created' | 'duration' | 'state'> & { readonly began?: Timestamp }): Timestamp | null {
  if (!isEnded(state) || !duration) return null;
  const took = duration * 1_000_000;
  return created + took < began ? began + took : created + took;
}
