import { hostLabel } from '../projects/documentation-url.ts';

/** An address that somebody wants to see tested, as a browser would ask for it. */
export type TestUrl = {
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
const LEADING_HOST = /^([\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?]|$)/;
/** Of a name with dots that begins an address without a scheme: these are files. */
const FILE = /\.(?:html?|txt|xml|json|js|css|md|rst|pdf|zip|epub|png|jpe?g|gif|svg|ico)$/i;
const MAX_LENGTH = 8000;

/**
 * Reads a path, or a whole URL with or without its scheme. One of a host that is not ours is read as one of the
 * project's own host: where the same project is hosted for everybody its slug is the first label, too. `domain` is what
 * follows the first label of our hosts: `localhost:8642`. Gives a sentence when there is no such address.
 */
export function parseTestUrl(text: string, slug: string, domain: string): TestUrl | string {
  const input = text.trim();
  if (input === '') return 'Give a path or a URL.';
  if (input.length > MAX_LENGTH)
    return `An address of more than ${MAX_LENGTH.toLocaleString('en-GB')} characters is refused.`;
  if (/^[/\\]{2}/.test(input)) {
    return 'A browser reads what follows two slashes as a host. Give a path with one, or a whole URL.';
  }
  const other = OTHER_SCHEME.exec(input)?.[1]?.toLowerCase();
  if (other !== undefined) {
    return /^https?$/.test(other)
      ? 'This is no address that a browser could ask for.'
      : 'Only http and https addresses can be tested.';
  }
  const ownLabel = hostLabel(slug);
  const scheme = SCHEME.exec(input)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return 'Only http and https addresses can be tested.';
  }
  const first = scheme === undefined ? LEADING_HOST.exec(input)?.[1] : undefined;
  const isWhole = scheme !== undefined || (first !== undefined && !FILE.test(first));
  const path = input.startsWith('/') ? input : `/${input}`;
  const whole = isWhole
    ? scheme === undefined
      ? `http://${input}`
      : input
    : `http://${ownLabel}.${domain}${path}`;
  const parsed = URL.parse(whole);
  if (!parsed || parsed.hostname === '') return 'This is no address that a browser could ask for.';
  const { host, pathname, search } = parsed;
  const url = pathname + search;
  const [label = ''] = host.split('.');
  if (host === `${label}.${domain}`) return { host, url, insteadOf: null, isElsewhere: false };
  // The same host with another port, or a pull request's.
  const isHere = parsed.hostname === `${label}.localhost`;
  const isPullRequest = label.startsWith(`${ownLabel}--`) && /^\d+$/.test(label.slice(ownLabel.length + 2));
  const isElsewhere = !isHere && !isPullRequest && label !== ownLabel;
  return {
    host: `${isHere || isPullRequest ? label : ownLabel}.${domain}`,
    url,
    insteadOf: host,
    isElsewhere,
  };
}
