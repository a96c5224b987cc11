import type { DocsRequest } from './outcome.ts';

/** Browsers give up after about as many. */
export const MAX_STEPS = 20;
const NEITHER_PLAIN_NOR_ENCODED = /%(?![0-9a-f]{2})|[^!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]/giu;

/** A decoded path as part of an address. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** An address as a header takes it: ASCII without spaces or line ends, and no percent sign that stands alone. */
export function encodeLocation(address: string): string {
  return address.toWellFormed().replace(NEITHER_PLAIN_NOR_ENCODED, encodeURIComponent);
}

/**
 * Whether somebody sent to `target` would come past the same page again, or be sent on for as long as a browser
 * follows. `goesOn` tells where a request of ours is sent; undefined when it is answered.
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
    // Without the query, which a redirect may make longer at each turn.
    seen.add(current.host + current.pathname);
    current = URL.parse(next, current);
    if (!current || sharedDomain(current) !== sharedDomain(start)) return false;
    if (seen.has(current.host + current.pathname)) return true;
    next = nextTarget({ host: current.host, url: current.pathname + current.search });
  }
  return next !== undefined;
}

/** What the hosts of all projects share: `http:.localhost:8642`. */
export function sharedDomain({ protocol, host }: URL): string {
  return protocol + host.slice(host.indexOf('.'));
}
