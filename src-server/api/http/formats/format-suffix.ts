import type { RequestHandler } from 'express';

const SUFFIX = /\.(json|api|txt)$/;

/** Gives the format at the end of a path: `json` of `/api/v3/projects.json`; undefined where there is none. */
export function formatSuffix(path: string): string | undefined {
  return path.endsWith('/') ? undefined : SUFFIX.exec(path)?.[1];
}

/**
 * Routes a path that ends in a format as the one without it; `originalUrl` keeps what the caller wrote, from which
 * `negotiate` takes the format. A version whose slug ends so needs its final slash.
 */
export const withoutFormatSuffix: RequestHandler = (request, _response, next) => {
  const { url } = request;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const suffix = formatSuffix(path);
  if (suffix !== undefined && /^\/api\/v[23]\//.test(path)) {
    const base = path.slice(0, -suffix.length - 1);
    request.url = (base.endsWith('/') ? base : `${base}/`) + url.slice(path.length);
  }
  next();
};
