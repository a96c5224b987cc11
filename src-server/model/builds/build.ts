import type { Timestamp } from '../base/timestamp.ts';

/** In the order in which a build passes through them; a failure goes straight to `finished` (behaviour.md 9). */
export const BUILD_STATES = ['triggered', 'cloning', 'installing', 'building', 'finished'] as const;
export type BuildState = (typeof BUILD_STATES)[number];

/** JSON as it comes out of a parser. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** A build as stored, without its commands. */
export type Build = {
  readonly id: number;
  readonly projectId: number;
  readonly versionId: number;
  readonly created: Timestamp;
  readonly state: BuildState;
  /** null until the build has finished. */
  readonly success: boolean | null;
  /** '' when there is none. */
  readonly error: string;
  readonly commit: string | null;
  /** Whole seconds; null until known. */
  readonly duration: number | null;
  /** The configuration file as read; empty until it was. */
  readonly config: JsonObject;
};

/** A command that a build ran or runs, without what it wrote. */
export type BuildCommand = {
  readonly id: number;
  readonly buildId: number;
  readonly description: string;
  readonly command: string;
  /** null while it runs; -1 when it was cut off. */
  readonly exitCode: number | null;
  readonly startTime: Timestamp;
  /** null while it runs. */
  readonly endTime: Timestamp | null;
} & OutputTotals;

/** What is known of all that a command wrote so far. */
export type OutputTotals = {
  readonly lines: number;
  /** As UTF-8. */
  readonly bytes: number;
  /** Lines that say what went wrong, and what might (log-severity.ts). */
  readonly errors: number;
  readonly warnings: number;
};

/** The exit code of a command that did not come to its end. */
export const EXIT_CODE_ABORTED = -1;

/** A command as somebody who ran it tells of it. */
export type FinishedCommand = Pick<BuildCommand, 'description' | 'command' | 'startTime'> & {
  readonly output: string;
  readonly exitCode: number;
  readonly endTime: Timestamp;
};

/** When the build finished: created + duration, only for a finished build that took time (behaviour.md 9 and Decisions). */
export function finishedAt(build: Pick<Build, 'created' | 'duration' | 'state'>): Timestamp | null {
  if (build.state !== 'finished' || !build.duration) return null;
  return build.created + build.duration * 1_000_000;
}
