import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import type { RedirectRule } from '../../../../src-server/model/redirects/redirect-preview.ts';

/** The redirects of a project in their order, and what they are resolved against. */
export type RedirectBoard = inferRouterOutputs<DeskRouter>['redirects']['list'];
export type RedirectView = RedirectBoard['rules'][number];

/** What a cell says. `plain`: words about addresses, since the type has none of its own there. */
export type AddressWords = { readonly text: string; readonly plain: boolean };

/** Which addresses a redirect answers. */
export function fromWords({ type, fromUrl }: RedirectRule): AddressWords {
  if (type === 'sphinx_html') return { text: 'any path ending in /', plain: true };
  if (type === 'sphinx_htmldir') return { text: 'any path ending in .html', plain: true };
  return { text: fromUrl, plain: false };
}

/** Where a redirect sends. */
export function toWords({ type, fromUrl, toUrl }: RedirectRule): AddressWords {
  if (type === 'prefix') return { text: `the path without ${fromUrl}`, plain: true };
  if (type === 'sphinx_html') return { text: 'same path, .html', plain: true };
  if (type === 'sphinx_htmldir') return { text: 'same path, /', plain: true };
  return { text: toUrl, plain: false };
}

/** A redirect in a sentence: `the page rule /install.html`. */
export function nameOf(rule: RedirectRule): string {
  return rule.fromUrl === '' ? `the ${rule.type} rule` : `the ${rule.type} rule ${shortened(rule.fromUrl)}`;
}

/** What was done when the redirect `id` came to stand where it does in `rules`. */
export function movedWords(rules: readonly RedirectRule[], at: number): string {
  const type = rules[at]?.type ?? '';
  const next = rules[at + 1];
  if (at === 0) return `Moved the ${type} rule to the top`;
  if (next === undefined) return `Moved the ${type} rule to the bottom`;
  return `Moved the ${type} rule above ${shortened(next.fromUrl) || `the ${next.type} rule`}`;
}

function shortened(url: string): string {
  return url.length > 40 ? `${url.slice(0, 39)}…` : url;
}
