import { type RedirectRule, stopsAtSelf, tryRedirect } from './resolve-redirect.ts';
import { wildcardPrefix, withoutEndSlashes } from './rules/current-rule.ts';
import { decodePath, type MissingPage } from './rules/missing-page.ts';
import { exactPrefix } from './rules/rule-2020.ts';

/** Which redirects are tried. */
export type TriedRules = {
  /** Only those that are tried although the page exists. */
  readonly forcedOnly?: boolean;
  /** Whether the host is that of a pull request, where rules of today do not apply (live-service.md 5, "when"). */
  readonly onPullRequest?: boolean;
};

/** The redirect that a request ends at. */
export type RedirectHit = {
  /** Its position, from 0. */
  readonly at: number;
  readonly target: string;
  /** Whether it is not followed, as it leads to the same URL, and keeps those below it from being tried. */
  readonly isSelf: boolean;
};

/** Redirects in order, indexed for many lookups. */
export type RedirectIndex<R extends RedirectRule = RedirectRule> = {
  /** All redirects in matching order. */
  readonly rules: readonly R[];
  /** Whether one that is switched on is tried before the page is looked up. */
  readonly hasForced: boolean;
  /** Returns the position of the first redirect with a target for the page, and the target. */
  readonly firstMatch: (
    page: MissingPage,
    tried?: TriedRules,
  ) => { readonly at: number; readonly target: string } | undefined;
  /** Does the same, and also returns the redirect that leads to the same URL and so ends the search. */
  readonly firstHit: (page: MissingPage, tried?: TriedRules) => RedirectHit | undefined;
};

type RulePositions = Map<string, number[]>;

/** Indexes redirects, so that the first match among thousands is found without trying each of them. */
export function createRedirectIndex<R extends RedirectRule>(rules: readonly R[]): RedirectIndex<R> {
  const { positions, hasForced } = createPositions(rules);

  function firstHit(page: MissingPage, tried: TriedRules = {}): RedirectHit | undefined {
    if (tried.forcedOnly && (!hasForced || tried.onPullRequest)) return undefined;
    for (const at of positions(page)) {
      const rule = rules[at];
      if (!rule || (tried.forcedOnly && rule.force !== true)) continue;
      if (tried.onPullRequest && rule.dialect === 'current') continue;
      const found = tryRedirect(rule, page);
      if (found && (!found.isSelf || stopsAtSelf(rule))) return { at, ...found };
    }
    return undefined;
  }

  return {
    rules,
    hasForced,
    firstHit,
    firstMatch(page, tried) {
      const hit = firstHit(page, tried);
      return hit?.isSelf === false ? { at: hit.at, target: hit.target } : undefined;
    },
  };
}

/** Indexes the enabled redirects by the texts that they compare. */
function createPositions(rules: readonly RedirectRule[]) {
  const pages: RulePositions = new Map();
  const exacts: RulePositions = new Map();
  /** Those of today, by their paths without slashes at the end. */
  const currentPages: RulePositions = new Map();
  const currentExacts: RulePositions = new Map();
  const prefixes: RulePositions = new Map();
  const bases: RulePositions = new Map();
  const withoutFromUrl: number[] = [];
  rules.forEach((rule, at) => {
    if (rule.enabled !== false) addRule(rule, at);
  });
  const prefixLengths = keyLengths(prefixes);
  const baseLengths = keyLengths(bases);
  return {
    hasForced: rules.some(({ force, enabled }) => force === true && enabled !== false),
    /** Returns the positions of the redirects that may match a page, in order. */
    positions: (page: MissingPage): readonly number[] =>
      [
        ...(pages.get(page.path) ?? []),
        ...(exacts.get(page.fullPath) ?? []),
        ...(currentPages.get(withoutEndSlashes(page.path)) ?? []),
        ...(currentExacts.get(withoutEndSlashes(page.fullPath)) ?? []),
        ...matchingPrefixes(prefixes, prefixLengths, page.path),
        ...matchingPrefixes(bases, baseLengths, page.fullPath),
        ...withoutFromUrl,
      ].sort((a, b) => a - b),
  };

  function addRule(rule: RedirectRule, at: number): void {
    const { type, fromUrl } = rule;
    if (type === 'page' || type === 'exact') addByText(rule, at);
    else if (type === 'prefix') addPosition(prefixes, decodePath(fromUrl), at);
    // Only the first redirect of a type without URLs can ever match.
    else if (!withoutFromUrl.some((other) => isSameKind(rules[other], rule))) withoutFromUrl.push(at);
  }

  function addByText(rule: RedirectRule, at: number): void {
    const isPage = rule.type === 'page';
    const isCurrent = rule.dialect === 'current';
    const base = isCurrent ? wildcardPrefix(rule) : exactPrefix(rule);
    if (base !== undefined) addPosition(isPage ? prefixes : bases, decodePath(base), at);
    else if (!isCurrent) addPosition(isPage ? pages : exacts, decodePath(rule.fromUrl), at);
    else addPosition(isPage ? currentPages : currentExacts, withoutEndSlashes(decodePath(rule.fromUrl)), at);
  }
}

function isSameKind(a: RedirectRule | undefined, b: RedirectRule): boolean {
  return a?.type === b.type && (a.force === true) === (b.force === true);
}

function addPosition(positions: RulePositions, key: string, at: number): void {
  const known = positions.get(key);
  if (known) known.push(at);
  else positions.set(key, [at]);
}

function keyLengths(positions: RulePositions): readonly number[] {
  return [...new Set([...positions.keys()].map(({ length }) => length))];
}

function matchingPrefixes(positions: RulePositions, lengths: readonly number[], text: string): number[] {
  return lengths.flatMap((length) =>
    length <= text.length ? (positions.get(text.slice(0, length)) ?? []) : [],
  );
}
