import {
  decodedPath,
  exactBase,
  type MissingPage,
  type RedirectRule,
  redirectTarget,
} from './redirect-preview.ts';

/** Redirects in their order, made ready for many questions. */
export type RedirectOrder<R extends RedirectRule = RedirectRule> = {
  /** All of them, the first to be tried first. */
  readonly rules: readonly R[];
  /** The place of the first that has a target for the page, and the target. */
  readonly first: (page: MissingPage) => { readonly at: number; readonly target: string } | undefined;
};

type Places = Map<string, number[]>;

/** Finds the first answer among many thousands of redirects without asking each of them. */
export function redirectOrder<R extends RedirectRule>(rules: readonly R[]): RedirectOrder<R> {
  const pages: Places = new Map();
  const exacts: Places = new Map();
  const prefixes: Places = new Map();
  const bases: Places = new Map();
  const any: number[] = [];
  rules.forEach((rule, at) => {
    const base = exactBase(rule);
    if (rule.type === 'page') put(pages, rule.fromUrl, at);
    else if (rule.type === 'prefix') put(prefixes, rule.fromUrl, at);
    else if (base !== undefined) put(bases, base, at);
    else if (rule.type === 'exact') put(exacts, rule.fromUrl, at);
    // Of one type without addresses only the first can ever answer.
    else if (!any.some((other) => rules[other]?.type === rule.type)) any.push(at);
  });
  const prefixLengths = lengthsOf(prefixes);
  const baseLengths = lengthsOf(bases);

  return {
    rules,
    first(page) {
      const places = [
        ...(pages.get(page.path) ?? []),
        ...(exacts.get(page.fullPath) ?? []),
        ...beginnings(prefixes, prefixLengths, page.path),
        ...beginnings(bases, baseLengths, page.fullPath),
        ...any,
      ].sort((a, b) => a - b);
      for (const at of places) {
        const rule = rules[at];
        const target = rule && redirectTarget(rule, page);
        if (target !== undefined) return { at, target };
      }
      return undefined;
    },
  };
}

function put(places: Places, from: string, at: number): void {
  const key = decodedPath(from);
  const known = places.get(key);
  if (known) known.push(at);
  else places.set(key, [at]);
}

function lengthsOf(places: Places): readonly number[] {
  return [...new Set([...places.keys()].map(({ length }) => length))];
}

function beginnings(places: Places, lengths: readonly number[], text: string): number[] {
  return lengths.flatMap((length) =>
    length <= text.length ? (places.get(text.slice(0, length)) ?? []) : [],
  );
}
