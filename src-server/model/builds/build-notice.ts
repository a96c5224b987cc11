import { buildOutcome, CANCELLED } from './build-outcome.ts';
import { NOT_TRUSTED } from './build-trust.ts';

/** Finished build, with the fields that a notification needs. */
export type FinishedBuild = {
  readonly id: number;
  readonly project: string;
  readonly slug: string;
  readonly version: string;
  readonly success: boolean;
  readonly error: string;
  /** Seconds. */
  readonly duration: number | null;
};

/** Text of a notification, and the screen that a click opens. */
export type Notice = { readonly title: string; readonly body: string; readonly path: string };

const MAX_BODY = 200;

/**
 * Describes a finished build: its name, its outcome and the reason of a failure. Returns undefined for a build that a
 * newer one replaced, since only the end of that one is of interest, and for one that skipped itself.
 */
export function buildNotice(build: FinishedBuild): Notice | undefined {
  const { id, project, slug, error } = build;
  if (error.startsWith(`${CANCELLED}:`)) return undefined;
  const body = noticeText(build);
  return {
    title: project,
    body: body.length > MAX_BODY ? `${body.slice(0, MAX_BODY - 1)}…` : body,
    path: `/projects/${slug}/builds/${id}`,
  };
}

/** Returns whether the build was refused because its project is not trusted to run code (safety S12). */
export function isUntrusted({ success, error }: Pick<FinishedBuild, 'success' | 'error'>): boolean {
  return !success && error.startsWith(NOT_TRUSTED);
}

function noticeText(build: FinishedBuild): string {
  const { version, success, error, duration } = build;
  const took = duration === null ? '' : ` in ${durationText(duration)}`;
  if (isUntrusted(build)) return `${version} was not built. ${NOT_TRUSTED}`;
  switch (buildOutcome({ state: 'finished', success, error })) {
    case 'passed':
      return `${version} built${took}.`;
    case 'cancelled':
      return `${version} was ${error.charAt(0).toLowerCase()}${error.slice(1)}`;
    default:
      return `${version} failed${took}.${error === '' ? '' : ` ${error}`}`;
  }
}

function durationText(seconds: number): string {
  return seconds < 60
    ? `${seconds} s`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
