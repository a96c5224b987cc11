import { isCurrentRule, type RedirectRule, resolveRedirect } from './resolve-redirect.ts';
import { wildcardPrefix } from './rules/current-rule.ts';
import { type DocsSite, parseMissingPage, resolvePagePath } from './rules/missing-page.ts';
import { exactPrefix } from './rules/rule-2020.ts';

/** Purpose of the types, one line each. */
export const REDIRECT_TYPE_LABELS: Readonly<Record<RedirectRule['type'], string>> = {
  page: 'In every version, or all below *',
  exact: 'One full URL, or all below *',
  clean_url_to_html: '/faq/ to /faq.html',
  html_to_clean_url: '/faq.html to /faq/',
  prefix: 'Strip a leading path',
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
  const base = isCurrentRule(rule) ? wildcardPrefix(rule) : exactPrefix(rule);
  const from = base === undefined ? fromUrl : `${base}${EXAMPLE_PAGE}.html`;
  switch (type) {
    case 'prefix':
      // Such old paths usually have no language and version.
      return fromUrl.startsWith('/')
        ? [`${fromUrl}${EXAMPLE_PAGE}.html`, ...inVersions(`${fromUrl}${EXAMPLE_PAGE}.html`)]
        : [];
    case 'page':
      return from.startsWith('/') ? inVersions(from) : [];
    case 'exact':
      return from.startsWith('/') ? [from] : [];
    case 'clean_url_to_html':
    case 'sphinx_html':
      return inVersions(`${EXAMPLE_PAGE}/`);
    case 'html_to_clean_url':
    case 'sphinx_htmldir':
      return inVersions(`${EXAMPLE_PAGE}.html`);
  }
}
