import { hostLabel } from './documentation-url.ts';

/** An address that somebody wants to see tested, as a browser would ask for it. */
export type TestedAddress = {
  /** A host of documentation here: `pip.localhost:8642`. */
  readonly host: string;
  /** Path and query: `/en/latest/?q=1`. */
  readonly url: string;
  /** The host that was given, where it is none of ours, and the project's own is taken for it. */
  readonly insteadOf: string | null;
};

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const HOST_FIRST = /^([\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?]|$)/;
/** Of a name with dots that begins an address without a scheme: these are files. */
const FILE = /\.(?:html?|txt|xml|json|js|css|md|rst|pdf|zip|epub|png|jpe?g|gif|svg|ico)$/i;
const LONGEST = 8000;

/**
 * Reads a path, or a whole URL with or without its scheme. One of a host that is not ours, such as where the same
 * project is hosted for everybody, is read as one of the project's own host. `domain` is what follows the first label
 * of our hosts: `localhost:8642`. Gives a sentence when there is no such address.
 */
export function readTestedAddress(text: string, slug: string, domain: string): TestedAddress | string {
  const given = text.trim();
  if (given === '') return 'Give a path or a URL.';
  if (given.length > LONGEST)
    return `An address of more than ${LONGEST.toLocaleString('en-GB')} characters is refused.`;
  const own = hostLabel(slug);
  const scheme = SCHEME.exec(given)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return 'Only http and https addresses can be tested.';
  }
  const first = scheme === undefined ? HOST_FIRST.exec(given)?.[1] : undefined;
  const isWhole = scheme !== undefined || (first !== undefined && !FILE.test(first));
  const path = given.startsWith('/') ? given : `/${given}`;
  const whole = isWhole
    ? scheme === undefined
      ? `http://${given}`
      : given
    : `http://${own}.${domain}${path}`;
  const parsed = URL.parse(whole);
  if (!parsed || parsed.hostname === '') return 'This is no address that a browser could ask for.';
  const { host, pathname, search } = parsed;
  const url = pathname + search;
  const [label = ''] = host.split('.');
  if (host === `${label}.${domain}`) return { host, url, insteadOf: null };
  // The same host with another port, or a pull request's.
  const isHere = parsed.hostname === `${label}.localhost`;
  const isPullRequest = label.startsWith(`${own}--`) && /^\d+$/.test(label.slice(own.length + 2));
  return { host: `${isHere || isPullRequest ? label : own}.${domain}`, url, insteadOf: host };
}
