import { isCurrentRule, type RedirectRule, stopsAtSelf, tryRedirect } from './resolve-redirect.ts';
import { type CurrentRule, wildcardPrefix, withoutEndSlashes } from './rules/current-rule.ts';
import { type DocsSite, type MissingPage, parseMissingPage } from './rules/missing-page.ts';
import { exactPrefix } from './rules/rule-2020.ts';

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
  const forcedAbove = createCoverIndex(site);
  const found: UnreachableRedirect[] = [];
  rules.forEach((rule, at) => {
    if (rule.enabled === false) return;
    // Where a page answers, forced redirects are tried without the others.
    const by = (rule.force === true ? forcedAbove : above).findCover(rule);
    if (by !== undefined) found.push({ at, by });
    above.add(rule, at);
    if (rule.force === true) forcedAbove.add(rule, at);
  });
  return found;
}

/** Indexes what the added redirects match for certain. */
function createCoverIndex(site: DocsSite) {
  const prefixes = new Map<string, IndexedRule>();
  const bases = new Map<string, IndexedRule>();
  const pages = new Map<string, IndexedRule>();
  const exacts = new Map<string, IndexedRule>();
  /** Those of today, which match a path with and without a slash at its end. */
  const slashlessPages = new Map<string, IndexedRule>();
  const slashlessExacts = new Map<string, IndexedRule>();
  let html: IndexedRule | undefined;
  let htmldir: IndexedRule | undefined;
  /** The first that also matches index pages. */
  let indexdir: IndexedRule | undefined;

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
    const dirs = isWhole && /^\/.+\.html$/.test(path) ? indexdir : undefined;
    return earlier(earlier(firstPrefix(prefixes, path), bases.get('/')), earlier(sphinx, dirs));
  }

  function coverOf2020(rule: RedirectRule): IndexedRule | undefined {
    const { type, fromUrl } = rule;
    if (type === 'prefix') return inEveryVersion(fromUrl, false);
    if (type === 'page') {
      const slashless = slashlessPages.get(withoutEndSlashes(fromUrl));
      return earlier(earlier(inEveryVersion(fromUrl, true), pages.get(fromUrl)), slashless);
    }
    const base = exactPrefix(rule);
    const page = parseMissingPage(base ?? fromUrl, site);
    const first = coverOfExact(base ?? fromUrl, page, base === undefined);
    if (base !== undefined) return first;
    const matching = [
      ...[first, exacts.get(fromUrl), slashlessExacts.get(withoutEndSlashes(fromUrl))],
      ...[pages.get(page.path), slashlessPages.get(withoutEndSlashes(page.path))],
    ];
    return matching
      .filter((each) => each !== undefined && matches(each.rule, page))
      .reduce<IndexedRule | undefined>(earlier, undefined);
  }

  function coverOfCurrent(rule: RedirectRule & CurrentRule): IndexedRule | undefined {
    const { type, fromUrl } = rule;
    const base = wildcardPrefix(rule);
    const from = base ?? fromUrl;
    if (type === 'page') {
      const same = base === undefined ? slashlessPages.get(withoutEndSlashes(fromUrl)) : undefined;
      return earlier(inEveryVersion(from, false), same);
    }
    const first = coverOfExact(from, parseMissingPage(from, site), false);
    return base === undefined ? earlier(first, slashlessExacts.get(withoutEndSlashes(fromUrl))) : first;
  }

  /** Redirects that match everything which begins with `from`, or `from` itself. */
  function coverOfExact(from: string, { path, version }: MissingPage, isWhole: boolean) {
    // `/en/` may be extended to `/en/latest/…`: the path is known only below a version, or without versions.
    const isPlaced = isWhole || site.singleVersion || version !== null;
    return earlier(isPlaced ? inEveryVersion(path, isWhole) : bases.get('/'), firstPrefix(bases, from));
  }

  return {
    findCover(rule: RedirectRule): number | undefined {
      const { type } = rule;
      if (type === 'sphinx_html' || type === 'clean_url_to_html') return earlier(html, bases.get('/'))?.at;
      if (type === 'sphinx_htmldir') return earlier(indexdir, bases.get('/'))?.at;
      if (type === 'html_to_clean_url') return earlier(htmldir, bases.get('/'))?.at;
      return (isCurrentRule(rule) ? coverOfCurrent(rule) : coverOf2020(rule))?.at;
    },

    /** A redirect of 2020 that maps some paths to themselves skips these, so it covers nothing for certain. */
    add(rule: RedirectRule, at: number): void {
      const { type, fromUrl, toUrl } = rule;
      const indexed = { rule, at };
      if (type === 'sphinx_html' || type === 'clean_url_to_html') html ??= indexed;
      else if (type === 'html_to_clean_url') htmldir ??= indexed;
      else if (type === 'sphinx_htmldir') {
        htmldir ??= indexed;
        indexdir ??= indexed;
      } else if (!fromUrl.startsWith('/')) return;
      else if (isCurrentRule(rule)) addCurrent(rule, indexed);
      else if (type === 'prefix') {
        if (/[^/]/.test(fromUrl)) setIfAbsent(prefixes, fromUrl, indexed);
      } else if (type === 'page') {
        if (fromUrl.replace(/^\/+/, '') !== toUrl.replace(/^\/+/, '')) setIfAbsent(pages, fromUrl, indexed);
      } else if (exactPrefix(rule) === undefined) setIfAbsent(exacts, fromUrl, indexed);
      else if (exactPrefix(rule) !== toUrl) setIfAbsent(bases, exactPrefix(rule) ?? '', indexed);
    },
  };

  function addCurrent(rule: RedirectRule & CurrentRule, indexed: IndexedRule): void {
    const base = wildcardPrefix(rule);
    const isPage = rule.type === 'page';
    if (base !== undefined) setIfAbsent(isPage ? prefixes : bases, base, indexed);
    else setIfAbsent(isPage ? slashlessPages : slashlessExacts, withoutEndSlashes(rule.fromUrl), indexed);
  }
}

/** Whether those below a redirect are not tried for a page: one of today ends the search also where it leads nowhere. */
function matches(rule: RedirectRule, page: MissingPage): boolean {
  const tried = tryRedirect(rule, page);
  return tried !== undefined && (!tried.isSelf || stopsAtSelf(rule));
}

type IndexedRule = { readonly rule: RedirectRule; readonly at: number };

function setIfAbsent(rules: Map<string, IndexedRule>, key: string, indexed: IndexedRule): void {
  if (!rules.has(key)) rules.set(key, indexed);
}

function earlier(a: IndexedRule | undefined, b: IndexedRule | undefined): IndexedRule | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.at <= b.at ? a : b;
}
