import { buildOutcome, CANCELLED } from '../../src-server/model/builds/build-outcome.ts';
import { NOT_TRUSTED } from '../../src-server/model/builds/build-trust.ts';

/** A build that has ended, as far as a notice needs it. */
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

/** What a notification says, and the screen that it opens. */
export type Notice = { readonly title: string; readonly body: string; readonly path: string };

const MAX_BODY = 200;

/**
 * Tells of a build that has ended: which one, how, and the reason where it failed. undefined for one that a younger
 * build took the place of: there is nothing to know until that one ends.
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

/** Whether it was refused because nobody has allowed its code to run here (safety S12). */
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
