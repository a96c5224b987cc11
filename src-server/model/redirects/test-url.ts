import { hostLabel } from '../projects/documentation-url.ts';

/** A URL for the redirect tester, as a browser would request it. */
export type TestUrl = {
  /** A documentation host of this server: `pip.localhost:8642`. */
  readonly host: string;
  /** Path and query: `/en/latest/?q=1`. */
  readonly url: string;
  /** The host in the input when it is not ours; the project's own host is used instead. */
  readonly insteadOf: string | null;
  /** Whether that host does not belong to this project. */
  readonly isElsewhere: boolean;
};

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
/** Matches `javascript:`, `mailto:`, and `http:` without slashes, but not a host with a port. */
const OTHER_SCHEME = /^([a-z][a-z0-9+.-]*):(?!\d|\/\/)/i;
const LEADING_HOST = /^([\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?]|$)/;
/** Endings of file names, as opposed to host names, in a URL without a scheme. */
const FILE = /\.(?:html?|txt|xml|json|js|css|md|rst|pdf|zip|epub|png|jpe?g|gif|svg|ico)$/i;
const MAX_LENGTH = 8000;

/**
 * Parses a path or a URL with or without scheme. A URL of another host is read as one of the project's own host, since
 * the slug is the first label there, too. `domain` follows the first label of our hosts: `localhost:8642`. Returns a
 * sentence when it is not a URL.
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
  // The same host with another port, or the host of a pull request.
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
