import { PROJECT_SLUG, PROJECT_SLUG_MAX } from '../../src-server/model/base/slug.ts';

/** Our links in other programs: `lectern://project/SLUG`, `lectern://preview/ID/PROBLEM`. */
export const LINK_SCHEME = 'lectern';

const LINK = /^lectern:\/\/project\/([a-z0-9_-]+)(?:\/([a-z]+)(?:\/([1-9]\d{0,14})(#L[1-9]\d{0,8})?)?)?\/?$/;
const PREVIEW_LINK = /^lectern:\/\/preview\/([1-9]\d{0,8})\/(\d{1,3})\/?$/;
const SCREENS = [
  'overview',
  'versions',
  'builds',
  'redirects',
  'environment',
  'subprojects',
  'translations',
  'settings',
];

/**
 * Returns the path of the screen for a link: `lectern://project/SLUG`, `…/SLUG/PART`, `…/SLUG/builds/ID#L7`; undefined for
 * anything else. Any web page can offer such a link, so nothing in it is guessed or decoded.
 */
export function parseDeepLink(link: string): string | undefined {
  const [, preview, problem] = PREVIEW_LINK.exec(link) ?? [];
  if (preview !== undefined) return `/previews/${preview}?problem=${problem}`;
  const [, slug = '', part, id, line = ''] = LINK.exec(link) ?? [];
  if (slug.length > PROJECT_SLUG_MAX || !PROJECT_SLUG.test(slug)) return undefined;
  if (part !== undefined && !SCREENS.includes(part)) return undefined;
  if (id !== undefined && part !== 'builds') return undefined;
  if (part === undefined || part === 'overview') return `/projects/${slug}`;
  return `/projects/${slug}/${part}${id === undefined ? '' : `/${id}${line}`}`;
}

/** Finds the link among the command line arguments: systems put it last, some after options of their own. */
export function findDeepLink(args: readonly string[]): string | undefined {
  return args.findLast((arg) => arg.startsWith(`${LINK_SCHEME}:`));
}
