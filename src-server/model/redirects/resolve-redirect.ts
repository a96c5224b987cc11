import type { Dialect } from '../base/dialect.ts';
import type { CurrentRedirectType, CurrentRule } from './rules/current-rule.ts';
import { targetOfCurrent } from './rules/match-current.ts';
import { decodePath, type MissingPage } from './rules/missing-page.ts';
import { type RedirectType, type Rule2020, target2020 } from './rules/rule-2020.ts';

/** HTTP statuses of redirects; the first is the usual one. */
export const REDIRECT_STATUSES = [302, 301] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** How a redirect acts, whatever it matches. Without a field it acts as one of 2020. */
export type RedirectOptions = {
  readonly httpStatus?: RedirectStatus | undefined;
  /** Whether it is tried at all. */
  readonly enabled?: boolean | undefined;
  /** Whether it is tried before the page is looked up, too. */
  readonly force?: boolean | undefined;
};

/** A rule in the words of the dialect that it was written in. It matches as there; without a dialect, as in 2020. */
export type WrittenRule = {
  readonly type: RedirectType | CurrentRedirectType;
  /** '' when the type has none. */
  readonly fromUrl: string;
  /** '' when the type has none. */
  readonly toUrl: string;
  readonly dialect?: Dialect | undefined;
};

/** The rule of a redirect, without its position and times. */
export type RedirectRule = WrittenRule & RedirectOptions;

/** What a redirect that matches does with a request. */
export type TriedRedirect = {
  readonly target: string;
  /** Whether that is the requested URL itself, or could never end; it is not followed then. */
  readonly isSelf: boolean;
};

/**
 * Returns the target of a redirect for a missing page, with the query; undefined when it does not match or leads to the
 * same URL (behaviour.md 12, "Serving semantics"). Absolute when the redirect has a full URL.
 */
export function resolveRedirect(redirect: RedirectRule, page: MissingPage): string | undefined {
  const tried = tryRedirect(redirect, page);
  return tried?.isSelf === false ? tried.target : undefined;
}

/** Returns the target, and whether it is the requested URL itself; undefined when the redirect does not match. */
export function tryRedirect(redirect: RedirectRule, page: MissingPage): TriedRedirect | undefined {
  if (isCurrentRule(redirect)) return tryCurrent(redirect, page);
  const target = is2020Rule(redirect) ? target2020(redirect, page) : undefined;
  if (target === undefined) return undefined;
  const isSelf = ownAddresses(redirect, page).includes(decodePath(target));
  return { target: appendQuery(target, page.query), isSelf };
}

/** Returns whether a rule was written in the words of today's service. */
export function isCurrentRule<R extends WrittenRule>(rule: R): rule is R & CurrentRule {
  return rule.dialect === 'current' && !is2020Type(rule.type);
}

/** Returns whether a rule was written in the words of the specification. */
export function is2020Rule<R extends WrittenRule>(rule: R): rule is R & Rule2020 {
  return rule.dialect !== 'current' && rule.type !== 'clean_url_to_html' && rule.type !== 'html_to_clean_url';
}

function is2020Type(type: WrittenRule['type']): boolean {
  return type === 'prefix' || type === 'sphinx_html' || type === 'sphinx_htmldir';
}

/** Returns whether a redirect that matches and is not followed keeps those below it from being tried. */
export function stopsAtSelf({ dialect }: RedirectRule): boolean {
  return dialect === 'current';
}

/** Returns the first redirect in order that has a target for the page. */
export function firstRedirect<R extends RedirectRule>(
  redirects: readonly R[],
  page: MissingPage,
): { readonly redirect: R; readonly target: string } | undefined {
  for (const redirect of redirects) {
    const tried = redirect.enabled === false ? undefined : tryRedirect(redirect, page);
    if (tried?.isSelf === false) return { redirect, target: tried.target };
    if (tried && stopsAtSelf(redirect)) return undefined;
  }
  return undefined;
}

function tryCurrent(rule: CurrentRule, page: MissingPage): TriedRedirect | undefined {
  const found = targetOfCurrent(rule, page);
  if (!found) return undefined;
  const { target, isEndless } = found;
  const isSelf = isEndless || ownAddresses(rule, page).includes(decodePath(target.replace(/[?#].*$/s, '')));
  return { target: prependQuery(target, page.query), isSelf };
}

/** Lists the addresses that are the requested page itself: to `/en/latest`, so is its root, but for an exact redirect. */
function ownAddresses({ type }: Pick<RedirectRule, 'type'>, page: MissingPage): readonly string[] {
  const { origin, fullPath, path } = page;
  const paths =
    type !== 'exact' && path === '/' && !fullPath.endsWith('/') ? [fullPath, `${fullPath}/`] : [fullPath];
  return [...paths, ...paths.map((own) => origin + own)];
}

/** Appends the reader's query after the target's own query and before its fragment, as in 2020. */
function appendQuery(target: string, query: string): string {
  if (query === '') return target;
  const [plain, fragment] = splitAt(target, '#');
  return plain + (plain.includes('?') ? `&${query.slice(1)}` : query) + fragment;
}

/** Puts the reader's query before the target's own query, as today. */
function prependQuery(target: string, query: string): string {
  if (query === '') return target;
  const [plain, fragment] = splitAt(target, '#');
  const [path, own] = splitAt(plain, '?');
  return path + query + (own === '' ? '' : `&${own.slice(1)}`) + fragment;
}

/** Splits a text before a sign; the second part is '' without it. */
function splitAt(text: string, sign: string): readonly [string, string] {
  const at = text.indexOf(sign);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}
