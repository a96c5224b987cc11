import type { ListedRule, RedirectMatch, RedirectMatchOutcome } from './redirect-trace.ts';
import { isCurrentRule, type RedirectRule, tryRedirect } from './resolve-redirect.ts';
import { wildcardPrefix } from './rules/current-rule.ts';
import { decodePath, type MissingPage } from './rules/missing-page.ts';
import { exactPrefix } from './rules/rule-2020.ts';

/** How the redirects of a list apply to a page. */
type MatchContext = {
  /** Position of the redirect that ends the search, from 0; undefined when none does. */
  readonly winner: number | undefined;
  /** Outcome of the winner. */
  readonly winnerOutcome: 'matched' | 'round' | 'self';
  /** Which redirects are evaluated: those that are forced alone where a page answers. */
  readonly evaluated: 'all' | 'forced' | 'none';
  /** Whether the host is that of a pull request. */
  readonly onPullRequest?: boolean;
};

/** Returns the outcome of each redirect of a list, in order (behaviour.md 12, live-service.md 5). */
export function redirectMatches(
  rules: readonly ListedRule[],
  page: MissingPage,
  { winner, winnerOutcome, evaluated, onPullRequest = false }: MatchContext,
): readonly RedirectMatch[] {
  let number = 0;
  return rules.map((rule, at): RedirectMatch => {
    if (rule.id !== null) number += 1;
    const listed = { ...listedFields(rule), number: rule.id === null ? null : number };
    if (rule.enabled === false)
      return { ...listed, outcome: 'none', target: null, reason: 'it is switched off' };
    if (onPullRequest && isCurrentRule(rule))
      return {
        ...listed,
        outcome: 'none',
        target: null,
        reason: 'it is not tried on hosts of pull requests',
      };
    const tried = tryRedirect(rule, page);
    if (!tried) return { ...listed, outcome: 'none', target: null, reason: mismatchReason(rule, page) };
    return { ...listed, outcome: outcomeOf(rule, at, tried.isSelf), target: tried.target, reason: '' };
  });

  function outcomeOf(rule: ListedRule, at: number, isSelf: boolean): RedirectMatchOutcome {
    if (evaluated === 'none' || (evaluated === 'forced' && rule.force !== true)) return 'idle';
    if (at === winner) return winnerOutcome;
    // Redirects below the winner are not tried.
    if (winner !== undefined && at > winner) return 'shadowed';
    return isSelf ? 'self' : 'shadowed';
  }
}

/** Leaves out what a record has beside its rule. */
function listedFields({
  id,
  type,
  fromUrl,
  toUrl,
  dialect,
  httpStatus,
  force,
  enabled,
}: ListedRule): ListedRule {
  return { id, type, fromUrl, toUrl, dialect, httpStatus, force, enabled };
}

/** Returns a short reason why a redirect does not match a page. */
function mismatchReason(rule: RedirectRule, { path, fullPath }: MissingPage): string {
  const prefix = isCurrentRule(rule) ? wildcardPrefix(rule) : exactPrefix(rule);
  const fromUrl = decodePath(prefix ?? rule.fromUrl);
  switch (rule.type) {
    case 'prefix':
      return `${code(path)} does not start with it`;
    case 'page':
      if (prefix !== undefined) return `${code(path)} does not start with it`;
      return nearMissReason(path, fromUrl) ?? `${code(path)} is another page`;
    case 'exact': {
      const near = prefix === undefined ? nearMissReason(fullPath, fromUrl) : undefined;
      if (near !== undefined) return near;
      if (path !== fullPath && (prefix === undefined ? path === fromUrl : path.startsWith(fromUrl))) {
        return 'exact compares the whole path, with language and version';
      }
      return prefix === undefined
        ? `${code(fullPath)} is another path`
        : `${code(fullPath)} does not start with it`;
    }
    case 'sphinx_html':
    case 'clean_url_to_html':
      return /^\/(?:index\.html)?$/.test(path)
        ? 'the root has no file name to keep'
        : `${code(path)} does not end with it`;
    case 'html_to_clean_url':
      if (path.endsWith('/index.html')) return 'an index page keeps its name';
      return path === '/.html' ? 'it has no file name to keep' : `${code(path)} does not end with it`;
    case 'sphinx_htmldir':
      return path === '/.html' ? 'it has no file name to keep' : `${code(path)} does not end with it`;
  }
}

/** Normalizes a path so that near misses compare equal. */
function nearMissReason(path: string, fromUrl: string): string | undefined {
  if (`${path}/` === fromUrl || path === `${fromUrl}/`) return 'it differs by the slash at the end';
  return path.toLowerCase() === fromUrl.toLowerCase() ? 'it differs in upper and lower case' : undefined;
}

function code(address: string): string {
  return `\`${address}\``;
}
