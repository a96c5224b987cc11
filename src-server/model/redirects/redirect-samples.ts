import type { RedirectType } from './redirect.ts';
import {
  type DocsSite,
  exactBase,
  missingPage,
  type RedirectRule,
  redirectTarget,
  resolvedPath,
} from './redirect-preview.ts';

/** What the five types are for, in one line each. */
export const REDIRECT_TYPE_WORDS: Readonly<Record<RedirectType, string>> = {
  prefix: 'Strip a leading path',
  page: 'One page, every version',
  exact: 'One full URL, or $rest',
  sphinx_html: '/faq/ to /faq.html',
  sphinx_htmldir: '/faq.html to /faq/',
};

/** An address that a redirect answers, and where it sends. */
export type RedirectSample = { readonly from: string; readonly to: string };

/** A page that stands for any page. */
const ANY = 'faq';

/** Addresses that show what a redirect does, at most two; empty when it can never do anything. */
export function redirectSamples(
  rule: RedirectRule,
  site: DocsSite,
  versions: readonly string[],
): readonly RedirectSample[] {
  const samples = sampleAddresses(rule, site, versions).flatMap((from): RedirectSample[] => {
    const to = redirectTarget(rule, missingPage(from, site));
    return to === undefined ? [] : [{ from, to }];
  });
  return samples.slice(0, 2);
}

/** Addresses that the rule is made for; whether it answers them is another question. */
export function sampleAddresses(
  rule: RedirectRule,
  site: DocsSite,
  versions: readonly string[],
): readonly string[] {
  const { type, fromUrl } = rule;
  const inVersions = (file: string) =>
    versions.map((version) => resolvedPath({ site, language: null, version }, file));
  switch (type) {
    case 'prefix':
      // Old addresses that begin so name no language and no version as a rule.
      return fromUrl.startsWith('/') ? [`${fromUrl}${ANY}.html`, ...inVersions(`${fromUrl}${ANY}.html`)] : [];
    case 'page':
      return fromUrl.startsWith('/') ? inVersions(fromUrl) : [];
    case 'exact': {
      const base = exactBase(rule);
      if (!fromUrl.startsWith('/')) return [];
      return base === undefined ? [fromUrl] : [`${base}${ANY}.html`];
    }
    case 'sphinx_html':
      return inVersions(`${ANY}/`);
    case 'sphinx_htmldir':
      return inVersions(`${ANY}.html`);
  }
}
