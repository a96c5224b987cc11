import {
  decodePath,
  exactPrefix,
  type MissingPage,
  type RedirectRule,
  resolveRedirect,
} from './resolve-redirect.ts';

/** Redirects in order, indexed for many lookups. */
export type RedirectIndex<R extends RedirectRule = RedirectRule> = {
  /** All redirects in matching order. */
  readonly rules: readonly R[];
  /** Returns the position of the first redirect with a target for the page, and the target. */
  readonly firstMatch: (page: MissingPage) => { readonly at: number; readonly target: string } | undefined;
};

type RulePositions = Map<string, number[]>;

/** Indexes redirects, so that the first match among thousands is found without trying each of them. */
export function createRedirectIndex<R extends RedirectRule>(rules: readonly R[]): RedirectIndex<R> {
  const pages: RulePositions = new Map();
  const exacts: RulePositions = new Map();
  const prefixes: RulePositions = new Map();
  const bases: RulePositions = new Map();
  const withoutFromUrl: number[] = [];
  rules.forEach((rule, at) => {
    const base = exactPrefix(rule);
    if (rule.type === 'page') addPosition(pages, rule.fromUrl, at);
    else if (rule.type === 'prefix') addPosition(prefixes, rule.fromUrl, at);
    else if (base !== undefined) addPosition(bases, base, at);
    else if (rule.type === 'exact') addPosition(exacts, rule.fromUrl, at);
    // Only the first redirect of a type without URLs can ever match.
    else if (!withoutFromUrl.some((other) => rules[other]?.type === rule.type)) withoutFromUrl.push(at);
  });
  const prefixLengths = keyLengths(prefixes);
  const baseLengths = keyLengths(bases);

  return {
    rules,
    firstMatch(page) {
      const positions = [
        ...(pages.get(page.path) ?? []),
        ...(exacts.get(page.fullPath) ?? []),
        ...matchingPrefixes(prefixes, prefixLengths, page.path),
        ...matchingPrefixes(bases, baseLengths, page.fullPath),
        ...withoutFromUrl,
      ].sort((a, b) => a - b);
      for (const at of positions) {
        const rule = rules[at];
        const target = rule && resolveRedirect(rule, page);
        if (target !== undefined) return { at, target };
      }
      return undefined;
    },
  };
}

function addPosition(positions: RulePositions, from: string, at: number): void {
  const key = decodePath(from);
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
