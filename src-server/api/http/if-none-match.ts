const TAGS = /"[^"]*"/g;

/**
 * Whether an If-None-Match header names this validator: `*`, or one of several, and whether either is marked as weak
 * makes no difference (RFC 9110, 13.1.2).
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.match(TAGS)?.includes(etag.replace(/^W\//, '')) ?? false;
}
