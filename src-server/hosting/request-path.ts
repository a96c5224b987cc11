/** What a request asks for. */
export type RequestPath = {
  /** As it came: `/en/latest/a%20b.html`. */
  readonly raw: string;
  /** Percent-encoding undone: `/en/latest/a b.html`. */
  readonly path: string;
  /** '' or what begins with `?`. */
  readonly query: string;
};

/** Longer paths name no file that a file system could hold. */
const MAX_LENGTH = 4096;
const UNENCODED = /^\/[\w\-.~!$&'()*+,;=:@/]*$/;
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;
// Slashes that only appear when decoded, and what no address holds (safety S10).
const ENCODED_SLASH = /%(?:2f|5c)/i;
const FORBIDDEN = /[\\\p{Cc}]/u;

/**
 * Reads a request's target. undefined for a path that can name no page whatever lies in the folder: not to be decoded,
 * with `.` or `..`, with slashes in disguise, backslashes or control characters, or beyond all length (safety S10).
 */
export function readRequestPath(url: string): RequestPath | undefined {
  const at = url.indexOf('?');
  const raw = at === -1 ? url : url.slice(0, at);
  if (raw.length > MAX_LENGTH || !raw.startsWith('/')) return undefined;
  const path = UNENCODED.test(raw) ? raw : decodePath(raw);
  if (path === undefined || DOT_SEGMENT.test(path)) return undefined;
  const query = at === -1 || at === url.length - 1 ? '' : url.slice(at);
  return { raw, path, query };
}

function decodePath(raw: string): string | undefined {
  if (ENCODED_SLASH.test(raw)) return undefined;
  try {
    const path = decodeURIComponent(raw);
    return FORBIDDEN.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}
