import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import type { RedirectRule } from '../../../../src-server/model/redirects/resolve-redirect.ts';
import { pluralize } from '../../../ui/format.ts';

/** Redirects of a project in order, and the site they are resolved against. */
export type ProjectRedirects = inferRouterOutputs<DeskRouter>['redirects']['list'];
export type RedirectView = ProjectRedirects['rules'][number];

/** Text of a cell; a description where the type has no URL there. */
export type UrlLabel = { readonly text: string; readonly isDescription: boolean };

/** Labels the URLs that a redirect matches. */
export function fromLabel({ type, fromUrl }: RedirectRule): UrlLabel {
  if (type === 'sphinx_html' || type === 'clean_url_to_html')
    return { text: 'any path ending in /', isDescription: true };
  if (type === 'sphinx_htmldir' || type === 'html_to_clean_url')
    return { text: 'any path ending in .html', isDescription: true };
  return { text: fromUrl, isDescription: false };
}

/** Labels the target of a redirect. */
export function toLabel({ type, fromUrl, toUrl }: RedirectRule): UrlLabel {
  if (type === 'prefix') return { text: `the path without ${fromUrl}`, isDescription: true };
  if (type === 'sphinx_html' || type === 'clean_url_to_html')
    return { text: 'same path, .html', isDescription: true };
  if (type === 'sphinx_htmldir' || type === 'html_to_clean_url')
    return { text: 'same path, /', isDescription: true };
  return { text: toUrl, isDescription: false };
}

/** Names a redirect in a sentence: `the page rule /install.html`. */
export function formatRedirect(rule: RedirectRule): string {
  return rule.fromUrl === '' ? `the ${rule.type} rule` : `the ${rule.type} rule ${truncateUrl(rule.fromUrl)}`;
}

/** Describes the move of the `count` redirects that now begin at position `at` of `rules`. */
export function formatMove(rules: readonly RedirectRule[], at: number, count = 1): string {
  const moved = count === 1 ? `the ${rules[at]?.type ?? ''} rule` : pluralize(count, 'redirect');
  const next = rules[at + count];
  if (at === 0) return `Moved ${moved} to the top`;
  if (next === undefined) return `Moved ${moved} to the bottom`;
  return `Moved ${moved} above ${truncateUrl(next.fromUrl) || `the ${next.type} rule`}`;
}

function truncateUrl(url: string): string {
  return url.length > 40 ? `${url.slice(0, 39)}…` : url;
}
