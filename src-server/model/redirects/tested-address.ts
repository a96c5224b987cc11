import { hostLabel } from '../projects/documentation-url.ts';

/** An address that somebody wants to see tested, as a browser would ask for it. */
export type TestedAddress = {
  /** A host of documentation here: `pip.localhost:8642`. */
  readonly host: string;
  /** Path and query: `/en/latest/?q=1`. */
  readonly url: string;
  /** The host that was given, where it is none of ours, and the project's own is taken for it. */
  readonly insteadOf: string | null;
  /** Whether that host is none of this project: another project's, or a site that has nothing to do with it. */
  readonly isElsewhere: boolean;
};

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
/** `javascript:`, `mailto:`, and `http:` without its slashes; a host with its port is none of these. */
const OTHER_SCHEME = /^([a-z][a-z0-9+.-]*):(?!\d|\/\/)/i;
const HOST_FIRST = /^([\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?]|$)/;
/** Of a name with dots that begins an address without a scheme: these are files. */
const FILE = /\.(?:html?|txt|xml|json|js|css|md|rst|pdf|zip|epub|png|jpe?g|gif|svg|ico)$/i;
const LONGEST = 8000;

/**
 * Reads a path, or a whole URL with or without its scheme. One of a host that is not ours is read as one of the
 * project's own host: where the same project is hosted for everybody its slug is the first label, too. `domain` is what
 * follows the first label of our hosts: `localhost:8642`. Gives a sentence when there is no such address.
 */
export function readTestedAddress(text: string, slug: string, domain: string): TestedAddress | string {
  const given = text.trim();
  if (given === '') return 'Give a path or a URL.';
  if (given.length > LONGEST)
    return `An address of more than ${LONGEST.toLocaleString('en-GB')} characters is refused.`;
  if (/^[/\\]{2}/.test(given)) {
    return 'A browser reads what follows two slashes as a host. Give a path with one, or a whole URL.';
  }
  const other = OTHER_SCHEME.exec(given)?.[1]?.toLowerCase();
  if (other !== undefined) {
    return /^https?$/.test(other)
      ? 'This is no address that a browser could ask for.'
      : 'Only http and https addresses can be tested.';
  }
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
  if (host === `${label}.${domain}`) return { host, url, insteadOf: null, isElsewhere: false };
  // The same host with another port, or a pull request's.
  const isHere = parsed.hostname === `${label}.localhost`;
  const isPullRequest = label.startsWith(`${own}--`) && /^\d+$/.test(label.slice(own.length + 2));
  const isElsewhere = !isHere && !isPullRequest && label !== own;
  return { host: `${isHere || isPullRequest ? label : own}.${domain}`, url, insteadOf: host, isElsewhere };
}
