/** A build that has ended, as far as a notice needs it. */
export type EndedBuild = {
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

/** Tells of a build that has ended: which one, how, and the reason where it failed. */
export function buildNotice(build: EndedBuild): Notice {
  const { id, project, slug, version, success, error, duration } = build;
  const took = duration === null ? '' : ` in ${durationText(duration)}`;
  const why = error === '' ? '' : ` ${error}`;
  const body = success ? `${version} built${took}.` : `${version} failed${took}.${why}`;
  return {
    title: project,
    body: body.length > MAX_BODY ? `${body.slice(0, MAX_BODY - 1)}…` : body,
    path: `/projects/${slug}/builds/${id}`,
  };
}

function durationText(seconds: number): string {
  return seconds < 60
    ? `${seconds} s`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
