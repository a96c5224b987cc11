import {
  type DocsSite,
  exactBase,
  missingPage,
  type RedirectRule,
  redirectTarget,
} from './redirect-preview.ts';

/** A redirect that never gets its turn, and the first one above it that takes all of its addresses. Places from 0. */
export type Shadowed = { readonly at: number; readonly by: number };

/**
 * The redirects that no address reaches, because a single one above answers all of theirs (behaviour.md 12). Says
 * nothing of what several take together. Takes time in proportion to the redirects and the length of their addresses.
 */
export function shadowOf(rules: readonly RedirectRule[], site: DocsSite): readonly Shadowed[] {
  const above = createCover(site);
  const found: Shadowed[] = [];
  rules.forEach((rule, at) => {
    const by = above.coverOf(rule);
    if (by !== undefined) found.push({ at, by });
    above.add(rule, at);
  });
  return found;
}

/** What the redirects that were added answer for certain, by what it takes to find them. */
function createCover(site: DocsSite) {
  const prefixes = new Map<string, Placed>();
  const bases = new Map<string, Placed>();
  const pages = new Map<string, Placed>();
  const exacts = new Map<string, Placed>();
  let html: Placed | undefined;
  let htmldir: Placed | undefined;

  /** The first of those that begin `text`. */
  function beginning(places: ReadonlyMap<string, Placed>, text: string): Placed | undefined {
    let first: Placed | undefined;
    if (places.size === 0) return undefined;
    for (let length = 1; length <= text.length; length += 1) {
      first = earlier(first, places.get(text.slice(0, length)));
    }
    return first;
  }

  /** Those that answer the path in every version, and where none is named. */
  function everywhere(path: string, isWhole: boolean): Placed | undefined {
    const sphinx = isWhole && /^\/.+\/$|^\/.+\/index\.html$/.test(path) ? html : undefined;
    const dirs = isWhole && /^\/.+\.html$/.test(path) ? htmldir : undefined;
    return earlier(earlier(beginning(prefixes, path), bases.get('/')), earlier(sphinx, dirs));
  }

  return {
    coverOf(rule: RedirectRule): number | undefined {
      const { type, fromUrl } = rule;
      if (type === 'sphinx_html') return earlier(html, bases.get('/'))?.at;
      if (type === 'sphinx_htmldir') return earlier(htmldir, bases.get('/'))?.at;
      if (type === 'prefix') return everywhere(fromUrl, false)?.at;
      if (type === 'page') return earlier(everywhere(fromUrl, true), pages.get(fromUrl))?.at;
      const base = exactBase(rule);
      const page = missingPage(base ?? fromUrl, site);
      const { path, version } = page;
      // `/en/` may yet become `/en/latest/…`: only below a version, or where there is none, the path is known.
      const isPlaced = base === undefined || site.singleVersion || version !== null;
      const byPath = isPlaced ? everywhere(path, base === undefined) : bases.get('/');
      const first = earlier(byPath, beginning(bases, base ?? fromUrl));
      if (base !== undefined) return first?.at;
      return [first, exacts.get(fromUrl), pages.get(path)]
        .filter((each) => each !== undefined && redirectTarget(each.rule, page) !== undefined)
        .reduce(earlier, undefined)?.at;
    },

    /** One that sends some of its addresses where they are lets these through, and covers nothing for certain. */
    add(rule: RedirectRule, at: number): void {
      const { type, fromUrl, toUrl } = rule;
      const placed = { rule, at };
      if (type === 'sphinx_html') html ??= placed;
      else if (type === 'sphinx_htmldir') htmldir ??= placed;
      else if (!fromUrl.startsWith('/')) return;
      else if (type === 'prefix') {
        if (/[^/]/.test(fromUrl)) keep(prefixes, fromUrl, placed);
      } else if (type === 'page') {
        if (fromUrl.replace(/^\/+/, '') !== toUrl.replace(/^\/+/, '')) keep(pages, fromUrl, placed);
      } else if (exactBase(rule) === undefined) keep(exacts, fromUrl, placed);
      else if (exactBase(rule) !== toUrl) keep(bases, exactBase(rule) ?? '', placed);
    },
  };
}

type Placed = { readonly rule: RedirectRule; readonly at: number };

function keep(places: Map<string, Placed>, key: string, placed: Placed): void {
  if (!places.has(key)) places.set(key, placed);
}

function earlier(a: Placed | undefined, b: Placed | undefined): Placed | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.at <= b.at ? a : b;
}
