import {
  type DocsSite,
  exactPrefix,
  parseMissingPage,
  type RedirectRule,
  resolveRedirect,
} from './resolve-redirect.ts';

/** A redirect that is never reached, and the first one above it that matches all its paths. Positions from 0. */
export type UnreachableRedirect = { readonly at: number; readonly by: number };

/**
 * Finds redirects that are never reached because one redirect above matches all their paths (behaviour.md 12), not those
 * that several cover together. Runs in time linear in the redirects and the length of their URLs.
 */
export function findUnreachableRedirects(
  rules: readonly RedirectRule[],
  site: DocsSite,
): readonly UnreachableRedirect[] {
  const above = createCoverIndex(site);
  const found: UnreachableRedirect[] = [];
  rules.forEach((rule, at) => {
    const by = above.findCover(rule);
    if (by !== undefined) found.push({ at, by });
    above.add(rule, at);
  });
  return found;
}

/** Indexes what the added redirects match for certain. */
function createCoverIndex(site: DocsSite) {
  const prefixes = new Map<string, IndexedRule>();
  const bases = new Map<string, IndexedRule>();
  const pages = new Map<string, IndexedRule>();
  const exacts = new Map<string, IndexedRule>();
  let html: IndexedRule | undefined;
  let htmldir: IndexedRule | undefined;

  /** Returns the first entry that is a prefix of `text`. */
  function firstPrefix(rules: ReadonlyMap<string, IndexedRule>, text: string): IndexedRule | undefined {
    let first: IndexedRule | undefined;
    if (rules.size === 0) return undefined;
    for (let length = 1; length <= text.length; length += 1) {
      first = earlier(first, rules.get(text.slice(0, length)));
    }
    return first;
  }

  /** Redirects that match the path in every version, and without one. */
  function inEveryVersion(path: string, isWhole: boolean): IndexedRule | undefined {
    const sphinx = isWhole && /^\/.+\/$|^\/.+\/index\.html$/.test(path) ? html : undefined;
    const dirs = isWhole && /^\/.+\.html$/.test(path) ? htmldir : undefined;
    return earlier(earlier(firstPrefix(prefixes, path), bases.get('/')), earlier(sphinx, dirs));
  }

  return {
    findCover(rule: RedirectRule): number | undefined {
      const { type, fromUrl } = rule;
      if (type === 'sphinx_html') return earlier(html, bases.get('/'))?.at;
      if (type === 'sphinx_htmldir') return earlier(htmldir, bases.get('/'))?.at;
      if (type === 'prefix') return inEveryVersion(fromUrl, false)?.at;
      if (type === 'page') return earlier(inEveryVersion(fromUrl, true), pages.get(fromUrl))?.at;
      const base = exactPrefix(rule);
      const page = parseMissingPage(base ?? fromUrl, site);
      const { path, version } = page;
      // `/en/` may be extended to `/en/latest/…`: the path is known only below a version, or without versions.
      const isPlaced = base === undefined || site.singleVersion || version !== null;
      const byPath = isPlaced ? inEveryVersion(path, base === undefined) : bases.get('/');
      const first = earlier(byPath, firstPrefix(bases, base ?? fromUrl));
      if (base !== undefined) return first?.at;
      return [first, exacts.get(fromUrl), pages.get(path)]
        .filter((each) => each !== undefined && resolveRedirect(each.rule, page) !== undefined)
        .reduce(earlier, undefined)?.at;
    },

    /** A redirect that maps some paths to themselves skips these, so it covers nothing for certain. */
    add(rule: RedirectRule, at: number): void {
      const { type, fromUrl, toUrl } = rule;
      const indexed = { rule, at };
      if (type === 'sphinx_html') html ??= indexed;
      else if (type === 'sphinx_htmldir') htmldir ??= indexed;
      else if (!fromUrl.startsWith('/')) return;
      else if (type === 'prefix') {
        if (/[^/]/.test(fromUrl)) setIfAbsent(prefixes, fromUrl, indexed);
      } else if (type === 'page') {
        if (fromUrl.replace(/^\/+/, '') !== toUrl.replace(/^\/+/, '')) setIfAbsent(pages, fromUrl, indexed);
      } else if (exactPrefix(rule) === undefined) setIfAbsent(exacts, fromUrl, indexed);
      else if (exactPrefix(rule) !== toUrl) setIfAbsent(bases, exactPrefix(rule) ?? '', indexed);
    },
  };
}

type IndexedRule = { readonly rule: RedirectRule; readonly at: number };

function setIfAbsent(rules: Map<string, IndexedRule>, key: string, indexed: IndexedRule): void {
  if (!rules.has(key)) rules.set(key, indexed);
}

function earlier(a: IndexedRule | undefined, b: IndexedRule | undefined): IndexedRule | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.at <= b.at ? a : b;
}
