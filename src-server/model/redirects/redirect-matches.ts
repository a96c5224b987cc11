import type { ListedRule, RedirectMatch, RedirectMatchOutcome } from './redirect-trace.ts';
import {
  decodePath,
  exactPrefix,
  type MissingPage,
  type RedirectRule,
  tryRedirect,
} from './resolve-redirect.ts';

/** How the redirects of a list apply to a page. */
type MatchContext = {
  /** Position of the redirect that wins, from 0; undefined when none does. */
  readonly winner: number | undefined;
  /** Outcome of the winner. */
  readonly winnerOutcome: 'matched' | 'round';
  /** Whether redirects are evaluated at all. */
  readonly evaluated: boolean;
};

/** Returns the outcome of each redirect of a list, in order (behaviour.md 12). */
export function redirectMatches(
  rules: readonly ListedRule[],
  page: MissingPage,
  { winner, winnerOutcome, evaluated }: MatchContext,
): readonly RedirectMatch[] {
  let number = 0;
  return rules.map(({ id, type, fromUrl, toUrl }, at): RedirectMatch => {
    const rule = { id, type, fromUrl, toUrl };
    if (id !== null) number += 1;
    const listed = { ...rule, number: id === null ? null : number };
    const tried = tryRedirect(rule, page);
    if (!tried) return { ...listed, outcome: 'none', target: null, reason: mismatchReason(rule, page) };
    return { ...listed, outcome: outcomeOf(at, tried.isSelf), target: tried.target, reason: '' };
  });

  function outcomeOf(at: number, isSelf: boolean): RedirectMatchOutcome {
    if (!evaluated) return 'idle';
    if (at === winner) return winnerOutcome;
    // Redirects below the winner are not tried.
    if (winner !== undefined && at > winner) return 'shadowed';
    return isSelf ? 'self' : 'shadowed';
  }
}

/** Returns a short reason why a redirect does not match a page. */
function mismatchReason(rule: RedirectRule, { path, fullPath }: MissingPage): string {
  const fromUrl = decodePath(rule.fromUrl);
  switch (rule.type) {
    case 'prefix':
      return `${code(path)} does not start with it`;
    case 'page':
      return nearMissReason(path, fromUrl) ?? `${code(path)} is another page`;
    case 'exact': {
      const base = exactPrefix({ ...rule, fromUrl });
      const near = base === undefined ? nearMissReason(fullPath, fromUrl) : undefined;
      if (near !== undefined) return near;
      if (path !== fullPath && (base === undefined ? path === fromUrl : path.startsWith(base))) {
        return 'exact compares the whole path, with language and version';
      }
      return base === undefined
        ? `${code(fullPath)} is another path`
        : `${code(fullPath)} does not start with it`;
    }
    case 'sphinx_html':
      return /^\/(?:index\.html)?$/.test(path)
        ? 'the root has no file name to keep'
        : `${code(path)} does not end with it`;
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
