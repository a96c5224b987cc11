import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import type { RedirectRule } from '../../../../src-server/model/redirects/resolve-redirect.ts';

/** The redirects of a project in their order, and what they are resolved against. */
export type ProjectRedirects = inferRouterOutputs<DeskRouter>['redirects']['list'];
export type RedirectView = ProjectRedirects['rules'][number];

/** What a cell says. `plain`: words about addresses, since the type has none of its own there. */
export type UrlLabel = { readonly text: string; readonly isDescription: boolean };

/** Which addresses a redirect answers. */
export function fromLabel({ type, fromUrl }: RedirectRule): UrlLabel {
  if (type === 'sphinx_html') return { text: 'any path ending in /', isDescription: true };
  if (type === 'sphinx_htmldir') return { text: 'any path ending in .html', isDescription: true };
  return { text: fromUrl, isDescription: false };
}

/** Where a redirect sends. */
export function toLabel({ type, fromUrl, toUrl }: RedirectRule): UrlLabel {
  if (type === 'prefix') return { text: `the path without ${fromUrl}`, isDescription: true };
  if (type === 'sphinx_html') return { text: 'same path, .html', isDescription: true };
  if (type === 'sphinx_htmldir') return { text: 'same path, /', isDescription: true };
  return { text: toUrl, isDescription: false };
}

/** A redirect in a sentence: `the page rule /install.html`. */
export function formatRedirect(rule: RedirectRule): string {
  return rule.fromUrl === '' ? `the ${rule.type} rule` : `the ${rule.type} rule ${truncateUrl(rule.fromUrl)}`;
}

/** What was done when the redirect `id` came to stand where it does in `rules`. */
export function formatMove(rules: readonly RedirectRule[], at: number): string {
  const type = rules[at]?.type ?? '';
  const next = rules[at + 1];
  if (at === 0) return `Moved the ${type} rule to the top`;
  if (next === undefined) return `Moved the ${type} rule to the bottom`;
  return `Moved the ${type} rule above ${truncateUrl(next.fromUrl) || `the ${next.type} rule`}`;
}

function truncateUrl(url: string): string {
  return url.length > 40 ? `${url.slice(0, 39)}…` : url;
}
