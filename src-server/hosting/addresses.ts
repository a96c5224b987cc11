import type { Asked } from './outcome.ts';

/** Browsers give up after about as many. */
export const MAX_STEPS = 20;
const NEITHER_PLAIN_NOR_ENCODED = /%(?![0-9a-f]{2})|[^!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]/giu;

/** A decoded path as part of an address. */
export function inAddress(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** An address as a header takes it: ASCII without spaces or line ends, and no percent sign that stands alone. */
export function inHeader(address: string): string {
  return address.toWellFormed().replace(NEITHER_PLAIN_NOR_ENCODED, encodeURIComponent);
}

/**
 * Whether somebody sent to `target` would come past the same page again, or be sent on for as long as a browser
 * follows. `goesOn` tells where a request of ours is sent; undefined when it is answered.
 */
export function leadsRound(
  asked: Asked,
  target: string,
  goesOn: (next: Asked) => string | undefined,
): boolean {
  const start = URL.parse(`http://${asked.host}${asked.url}`);
  const seen = new Set<string>();
  let here = start;
  let next: string | undefined = target;
  for (let steps = 0; next !== undefined && steps < MAX_STEPS; steps += 1) {
    if (!start || !here) return false;
    // Without the query, which a redirect may make longer at each turn.
    seen.add(here.host + here.pathname);
    here = URL.parse(next, here);
    if (!here || domainOf(here) !== domainOf(start)) return false;
    if (seen.has(here.host + here.pathname)) return true;
    next = goesOn({ host: here.host, url: here.pathname + here.search });
  }
  return next !== undefined;
}

/** What the hosts of all projects share: `http:.localhost:8642`. */
export function domainOf({ protocol, host }: URL): string {
  return protocol + host.slice(host.indexOf('.'));
}
