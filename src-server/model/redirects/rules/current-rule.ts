/** Types of redirects that the service has today (live-service.md 3). */
export const CURRENT_REDIRECT_TYPES = ['page', 'exact', 'clean_url_to_html', 'html_to_clean_url'] as const;
export type CurrentRedirectType = (typeof CURRENT_REDIRECT_TYPES)[number];

/** A rule as the service has it today, with its texts in the form in which it stores them. */
export type CurrentRule = {
  readonly type: CurrentRedirectType;
  /** '' when the type has none. A `*` at the end matches any text. */
  readonly fromUrl: string;
  /** '' when the type has none. `:splat` stands for the text that `*` matched. */
  readonly toUrl: string;
};

/** Ends a `from_url` that matches everything which begins with the text before it. */
export const WILDCARD = '*';
/** Stands in a `to_url` for the text that the wildcard matched. */
export const SPLAT = ':splat';

/** Longest `from_url` and `to_url` of both dialects. */
export const REDIRECT_URL_MAX = 255;

/** Returns whether a target leads to another host; the service compares the scheme in lower case alone. */
export function isWebTarget(url: string): boolean {
  return /^https?:\/\//.test(url);
}

/** Returns whether a type has no URLs. */
export function isCleanType(type: string): type is 'clean_url_to_html' | 'html_to_clean_url' {
  return type === 'clean_url_to_html' || type === 'html_to_clean_url';
}

/** Returns a rule with its texts as the service stores them (live-service.md 5, "Normalised on every save"). */
export function normalizeCurrentRule({ type, fromUrl, toUrl }: CurrentRule): CurrentRule {
  if (isCleanType(type)) return { type, fromUrl: '', toUrl: '' };
  return { type, fromUrl: normalizeFromUrl(fromUrl), toUrl: normalizeToUrl(toUrl) };
}

/** Cuts slashes at the end and leaves exactly one at the beginning. */
export function normalizeFromUrl(url: string): string {
  return `/${withoutEndSlashes(url).replace(/^\/+/, '')}`;
}

/** Leaves exactly one slash at the beginning of a path; a web URL stays as it is. */
export function normalizeToUrl(url: string): string {
  return isWebTarget(url) ? url : `/${url.replace(/^\/+/, '')}`;
}

/** Returns the text before the wildcard of a rule; undefined for a rule without one. */
export function wildcardPrefix({ fromUrl }: Pick<CurrentRule, 'fromUrl'>): string | undefined {
  return fromUrl.endsWith(WILDCARD) ? fromUrl.slice(0, -WILDCARD.length) : undefined;
}

/** Returns a path without slashes at its end; '' for a path of slashes alone. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
