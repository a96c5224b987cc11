import type { RedirectType } from './redirect.ts';
import {
  type DocsSite,
  exactPrefix,
  parseMissingPage,
  type RedirectRule,
  resolvePagePath,
  resolveRedirect,
} from './resolve-redirect.ts';

/** Purpose of the five types, one line each. */
export const REDIRECT_TYPE_LABELS: Readonly<Record<RedirectType, string>> = {
  prefix: 'Strip a leading path',
  page: 'One page, every version',
  exact: 'One full URL, or $rest',
  sphinx_html: '/faq/ to /faq.html',
  sphinx_htmldir: '/faq.html to /faq/',
};

/** A path that a redirect matches, and its target. */
export type RedirectExample = { readonly from: string; readonly to: string };

/** An example path for any page. */
const EXAMPLE_PAGE = 'faq';

/** Returns at most two examples of what a redirect does; none when it can never match. */
export function redirectExamples(
  rule: RedirectRule,
  site: DocsSite,
  versions: readonly string[],
): readonly RedirectExample[] {
  const examples = exampleAddresses(rule, site, versions).flatMap((from): RedirectExample[] => {
    const to = resolveRedirect(rule, parseMissingPage(from, site));
    return to === undefined ? [] : [{ from, to }];
  });
  return examples.slice(0, 2);
}

/** Returns paths that the redirect is meant for; it need not match them. */
export function exampleAddresses(
  rule: RedirectRule,
  site: DocsSite,
  versions: readonly string[],
): readonly string[] {
  const { type, fromUrl } = rule;
  const inVersions = (file: string) =>
    versions.map((version) => resolvePagePath({ site, language: null, version }, file));
  switch (type) {
    case 'prefix':
      // Such old paths usually have no language and version.
      return fromUrl.startsWith('/')
        ? [`${fromUrl}${EXAMPLE_PAGE}.html`, ...inVersions(`${fromUrl}${EXAMPLE_PAGE}.html`)]
        : [];
    case 'page':
      return fromUrl.startsWith('/') ? inVersions(fromUrl) : [];
    case 'exact': {
      const base = exactPrefix(rule);
      if (!fromUrl.startsWith('/')) return [];
      return base === undefined ? [fromUrl] : [`${base}${EXAMPLE_PAGE}.html`];
    }
    case 'sphinx_html':
      return inVersions(`${EXAMPLE_PAGE}/`);
    case 'sphinx_htmldir':
      return inVersions(`${EXAMPLE_PAGE}.html`);
  }
}
