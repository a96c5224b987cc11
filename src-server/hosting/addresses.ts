import type { DocsRequest } from './parse-request.ts';

/** Redirects that a trace follows; browsers give up after about as many. */
export const MAX_STEPS = 20;
const NEITHER_PLAIN_NOR_ENCODED = /%(?![0-9a-f]{2})|[^!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]/giu;

/** Encodes a decoded path for a URL. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Encodes a URL for a header: ASCII without spaces or line ends, and every percent sign part of an escape. */
export function encodeLocation(address: string): string {
  return address.toWellFormed().replace(NEITHER_PLAIN_NOR_ENCODED, encodeURIComponent);
}

/**
 * Whether a redirect to `target` would lead back to a page already passed, or on for longer than a browser follows.
 * `nextTarget` gives where a request to one of our hosts is redirected; undefined when it is answered.
 */
export function isRedirectLoop(
  docsRequest: DocsRequest,
  target: string,
  nextTarget: (next: DocsRequest) => string | undefined,
): boolean {
  const start = URL.parse(`http://${docsRequest.host}${docsRequest.url}`);
  const seen = new Set<string>();
  let current = start;
  let next: string | undefined = target;
  for (let steps = 0; next !== undefined && steps < MAX_STEPS; steps += 1) {
    if (!start || !current) return false;
    // Places are compared without the query, which a redirect may make longer at each turn.
    seen.add(current.host + current.pathname);
    current = URL.parse(next, current);
    if (!current || sharedDomain(current) !== sharedDomain(start)) return false;
    if (seen.has(current.host + current.pathname)) return true;
    next = nextTarget({ host: current.host, url: current.pathname + current.search });
  }
  return next !== undefined;
}

/** Gives the part that the hosts of all projects share: `http:.localhost:8642`. */
export function sharedDomain({ protocol, host }: URL): string {
  return protocol + host.slice(host.indexOf('.'));
}
