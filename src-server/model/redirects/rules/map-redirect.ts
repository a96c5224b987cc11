import {
  type CurrentRule,
  isWebTarget,
  normalizeCurrentRule,
  normalizeFromUrl,
  REDIRECT_URL_MAX,
  SPLAT,
  WILDCARD,
  wildcardPrefix,
} from './current-rule.ts';
import { type DocsSite, decodePath, resolvePagePath } from './missing-page.ts';
import { exactPrefix, REST, type Rule2020 } from './rule-2020.ts';

/*
 * The rules of 2020 and those of today, each in the words of the other (live-service.md 5). A rule that has no such
 * form has a reason instead; none is guessed.
 */

/** A rule in the other dialect, or the reason why it has no form there. */
export type MappedRule<R> =
  | {
      readonly rule: R;
      /** Whether it redirects the same pages to the same targets, but for what the notes say. */
      readonly isExact: boolean;
      /** Sentences that say what differs. Text between backticks is a URL. */
      readonly notes: readonly string[];
    }
  | { readonly rule: null; readonly reason: string };

const TOO_LONG = `its text would be longer than ${REDIRECT_URL_MAX} characters there`;

/** Returns a rule of 2020 in today's form. The site gives the prefix `/` its language and default version. */
export function toCurrentRule(rule: Rule2020, site: DocsSite): MappedRule<CurrentRule> {
  const { type, fromUrl, toUrl } = rule;
  if (type === 'sphinx_html') return exact({ type: 'clean_url_to_html', fromUrl: '', toUrl: '' });
  if (type === 'sphinx_htmldir')
    return exact({ type: 'html_to_clean_url', fromUrl: '', toUrl: '' }, INDEX_PAGES_DIFFER);
  const reason = reasonWithoutCurrentForm(rule);
  if (reason !== undefined) return { rule: null, reason };
  if (type === 'prefix') return currentPrefixRule(fromUrl, site);
  const base = exactPrefix(rule);
  if (base !== undefined) {
    const current = { type: 'exact', fromUrl: base + WILDCARD, toUrl: toUrl + SPLAT } as const;
    return decodePath(toUrl).startsWith(decodePath(base))
      ? nearly(current, `pages below \`${toUrl}\` are not redirected today, since that could never end`)
      : exact(current);
  }
  const current = normalizeCurrentRule({ type, fromUrl, toUrl });
  return exact(current, ...(current.fromUrl === '/' ? [] : [twinNote(fromUrl, current.fromUrl)]));
}

/** Returns a rule of today in the form of 2020. */
export function to2020Rule(rule: CurrentRule): MappedRule<Rule2020> {
  const { type, fromUrl, toUrl } = rule;
  if (type === 'clean_url_to_html') return exact({ type: 'sphinx_html', fromUrl: '', toUrl: '' });
  if (type === 'html_to_clean_url')
    return exact({ type: 'sphinx_htmldir', fromUrl: '', toUrl: '' }, INDEX_PAGES_DIFFER);
  const base = wildcardPrefix(rule);
  if (base !== undefined)
    return type === 'page' ? pageWildcardIn2020(base, toUrl) : exactWildcardIn2020(base, toUrl);
  if (type === 'exact' && fromUrl.endsWith(REST))
    return { rule: null, reason: `\`${REST}\` at the end means any text in 2020` };
  const same = { type, fromUrl, toUrl };
  return fromUrl === '/'
    ? exact(same)
    : nearly(same, `in 2020 it matches \`${fromUrl}\` and not \`${fromUrl}/\``);
}

const INDEX_PAGES_DIFFER = 'in 2020 it redirects `index.html` of a folder as well';

function currentPrefixRule(fromUrl: string, site: DocsSite): MappedRule<CurrentRule> {
  if (fromUrl !== '/') return exact({ type: 'page', fromUrl: fromUrl + WILDCARD, toUrl: `/${SPLAT}` });
  // As a page redirect it would lead every page to itself.
  const root = site.alias === null ? '/' : `/projects/${site.alias}/`;
  const toUrl = resolvePagePath({ site, language: null, version: null }, SPLAT);
  return nearly(
    { type: 'exact', fromUrl: root + WILDCARD, toUrl },
    'its language and version are fixed today, and what is below them is not redirected',
  );
}

/** Returns why a rule of 2020 with URLs has no form today; undefined when it has one. */
function reasonWithoutCurrentForm(rule: Rule2020): string | undefined {
  const { type, fromUrl, toUrl } = rule;
  const base = exactPrefix(rule);
  const from = base ?? fromUrl;
  if (!from.startsWith('/'))
    return 'it matches no path, since each begins with a slash; today one would be added';
  if (from.startsWith('//')) return 'today its second slash would be cut';
  if (from.includes(WILDCARD)) return '`*` means itself in 2020, and any text today';
  if (isTooLong(from + WILDCARD) && (base !== undefined || type === 'prefix')) return TOO_LONG;
  if (type === 'prefix') return undefined;
  if (base === undefined && decodePath(normalizeFromUrl(fromUrl)).endsWith(REST))
    return `\`${REST}\` at the end means itself in this redirect, and is refused today`;
  if (toUrl.includes(SPLAT)) return '`:splat` means itself in 2020, and the text of the wildcard today';
  if (/^https?:\/\//i.test(toUrl) && !isWebTarget(toUrl))
    return 'today a web address begins with `http://` or `https://` in lower case';
  if (type === 'exact' && !isWebTarget(toUrl) && !/^\/(?!\/)/.test(toUrl))
    return 'its target is no path with one slash at the beginning, as today each is';
  return isTooLong(toUrl + (base === undefined ? '' : SPLAT)) ? TOO_LONG : undefined;
}

function pageWildcardIn2020(base: string, toUrl: string): MappedRule<Rule2020> {
  if (toUrl !== `/${SPLAT}`)
    return {
      rule: null,
      reason: 'a page redirect with `*` has a form in 2020 only to `/:splat`, as a prefix redirect',
    };
  if (base === '/') return { rule: null, reason: 'it leads every page to itself, so it redirects none' };
  return exact({ type: 'prefix', fromUrl: base, toUrl: '' });
}

function exactWildcardIn2020(base: string, toUrl: string): MappedRule<Rule2020> {
  const parts = toUrl.split(SPLAT);
  const [target = '', after] = parts;
  if (parts.length > 2 || (after !== undefined && after !== ''))
    return { rule: null, reason: 'in 2020 the rest of the path is added to the end, once' };
  if (after === undefined && target.includes('#'))
    return { rule: null, reason: 'in 2020 the rest of the path would be added to `#`' };
  const query = target.includes('?') ? '&_=' : '?_=';
  const in2020 = {
    type: 'exact',
    fromUrl: base + REST,
    toUrl: after === undefined ? target + query : target,
  } as const;
  if (isTooLong(in2020.fromUrl) || isTooLong(in2020.toUrl)) return { rule: null, reason: TOO_LONG };
  if (after === undefined) return nearly(in2020, 'in 2020 the rest of the path is added to the query');
  return decodePath(target).startsWith(decodePath(base))
    ? nearly(in2020, `in 2020 pages below \`${target}\` are redirected as well`)
    : exact(in2020);
}

function twinNote(fromUrl: string, current: string): string {
  return `today it matches \`${fromUrl === current ? `${current}/` : current}\` as well`;
}

function isTooLong(url: string): boolean {
  return url.length > REDIRECT_URL_MAX && [...url].length > REDIRECT_URL_MAX;
}

function exact<R>(rule: R, ...notes: readonly string[]): MappedRule<R> {
  return { rule, isExact: true, notes };
}

function nearly<R>(rule: R, ...notes: readonly string[]): MappedRule<R> {
  return { rule, isExact: false, notes };
}
