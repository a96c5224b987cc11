import type { RedirectType } from './redirect.ts';
import {
  type DocsSite,
  exactPrefix,
  parseMissingPage,
  type RedirectRule,
  resolvePagePath,
  resolveRedirect,
} from './resolve-redirect.ts';

/** What the five types are for, in one line each. */
export const REDIRECT_TYPE_LABELS: Readonly<Record<RedirectType, string>> = {
  prefix: 'Strip a leading path',
  page: 'One page, every version',
  exact: 'One full URL, or $rest',
  sphinx_html: '/faq/ to /faq.html',
  sphinx_htmldir: '/faq.html to /faq/',
};

/** An address that a redirect answers, and where it sends. */
export type RedirectExample = { readonly from: string; readonly to: string };

/** A page that stands for any page. */
const EXAMPLE_PAGE = 'faq';

/** Addresses that show what a redirect does, at most two; empty when it can never do anything. */
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

/** Addresses that the rule is made for; whether it answers them is another question. */
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
      // Old addresses that begin so name no language and no version as a rule.
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
