import { MAX_CURRENT_REDIRECTS } from '../current-redirect-body.ts';
import { type RedirectOptions, tryRedirect } from '../resolve-redirect.ts';
import { type CurrentRule, withoutEndSlashes } from './current-rule.ts';
import { type MappedRule, to2020Rule, toCurrentRule } from './map-redirect.ts';
import {
  type DocsSite,
  decodePath,
  encodePath,
  type MissingPage,
  parseMissingPage,
  resolvePagePath,
} from './missing-page.ts';
import { exactPrefix, type Rule2020 } from './rule-2020.ts';

/*
 * All redirects of a project in the words of the other dialect, in their order (live-service.md 5). What a rule becomes is
 * in map-redirect.ts; here is what depends on the others of its list.
 */

/** A redirect of the list and its form in the other dialect. */
export type PlacedRule<Source, Rule> = {
  readonly source: Source;
  readonly rule: Rule;
  /** Its place in the order of trial, from 0. */
  readonly position: number;
  /** Whether it redirects the same pages to the same targets, but for what the notes say. */
  readonly isExact: boolean;
  /** Sentences that say what differs. Text between backticks is a URL. */
  readonly notes: readonly string[];
};

/** A redirect that is left out. */
export type LeftOutRule<Source> = {
  readonly source: Source;
  /** Its type and address: `page /a/`. */
  readonly name: string;
  readonly reason: string;
  /** Whether pages are redirected otherwise without it. */
  readonly isNeeded: boolean;
};

/** A list of redirects in the words of the other dialect. */
export type MappedList<Source, Rule> = {
  /** In the order of trial. The service puts a new one in front, so that the last is sent first. */
  readonly rules: readonly PlacedRule<Source, Rule>[];
  /** In the order of the list. */
  readonly leftOut: readonly LeftOutRule<Source>[];
};

/** A redirect of today as a list has it. */
export type ListedCurrentRule = CurrentRule & RedirectOptions & { readonly description?: string | null };

type Omission = Pick<LeftOutRule<unknown>, 'reason' | 'isNeeded'>;

const OVER_LIMIT = `today’s service takes ${MAX_CURRENT_REDIRECTS} redirects of a project`;

/**
 * Returns the redirects of a project of 2020 in today's words. `rules` has all of them, that tried first at the
 * beginning. The site gives the prefix `/` its language and default version.
 */
export function toCurrentList<R extends Rule2020>(
  rules: readonly R[],
  site: DocsSite,
): MappedList<R, CurrentRule> {
  const placed: PlacedRule<R, CurrentRule>[] = [];
  const leftOut: LeftOutRule<R>[] = [];
  rules.forEach((source, at) => {
    const mapped = toCurrentRule(source, site);
    const omission = omissionToday(source, mapped, placed, site);
    if (omission || mapped.rule === null) leftOut.push(leave(source, omission));
    else placed.push(place(source, mapped, placed.length, shadowNotes(source, rules.slice(at + 1), site)));
  });
  return { rules: placed, leftOut };
}

/**
 * Returns the redirects of a project of today in the words of 2020. `rules` has all of them by position. With `twins`
 * each rule without a wildcard gets a second row for its address with a slash at the end, which it matches today.
 */
export function to2020List<R extends ListedCurrentRule>(
  rules: readonly R[],
  { twins = false }: { readonly twins?: boolean } = {},
): MappedList<R, Rule2020> {
  const placed: PlacedRule<R, Rule2020>[] = [];
  const leftOut: LeftOutRule<R>[] = [];
  for (const source of rules) {
    const { type, fromUrl, toUrl } = source;
    const mapped = to2020Rule({ type, fromUrl, toUrl });
    if (source.enabled === false)
      leftOut.push(
        leave(source, { reason: 'it is switched off, and one of 2020 cannot be', isNeeded: false }),
      );
    else if (mapped.rule === null) leftOut.push(leave(source, omissionOf(mapped)));
    else {
      const twin = twins ? twinOf(mapped.rule) : undefined;
      const own = twin ? { rule: mapped.rule, isExact: true, notes: [] } : mapped;
      placed.push(place(source, own, placed.length, lostFieldNotes(source)));
      if (twin) placed.push(place(source, { ...own, rule: twin }, placed.length, lostFieldNotes(source)));
    }
  }
  return { rules: placed, leftOut };
}

/** Returns the name by which a redirect is reported: its type, and its address where it has one. */
export function ruleName({ type, fromUrl }: Pick<Rule2020 | CurrentRule, 'type' | 'fromUrl'>): string {
  return fromUrl === '' ? type : `${type} ${fromUrl}`;
}

function place<R, Rule>(
  source: R,
  mapped: Extract<MappedRule<Rule>, { readonly isExact: boolean }>,
  position: number,
  notes: readonly string[],
): PlacedRule<R, Rule> {
  const { rule, isExact } = mapped;
  return {
    source,
    rule,
    position,
    isExact: isExact && notes.length === 0,
    notes: [...mapped.notes, ...notes],
  };
}

function leave<R extends Pick<Rule2020 | CurrentRule, 'type' | 'fromUrl'>>(
  source: R,
  omission: Omission | undefined,
): LeftOutRule<R> {
  const { reason = '', isNeeded = true } = omission ?? {};
  return { source, name: ruleName(source), reason, isNeeded };
}

function omissionOf(mapped: MappedRule<Rule2020> | MappedRule<CurrentRule>): Omission | undefined {
  return mapped.rule === null ? { reason: mapped.reason, isNeeded: true } : undefined;
}

/** Returns why a redirect of 2020 is left out after those that are placed; undefined when it is placed too. */
function omissionToday(
  source: Rule2020,
  mapped: MappedRule<CurrentRule>,
  placed: readonly PlacedRule<Rule2020, CurrentRule>[],
  site: DocsSite,
): Omission | undefined {
  const { type } = source;
  if (leadsToItself(source, site))
    return { reason: 'it leads to its own address, so it redirects nothing', isNeeded: false };
  if (mapped.rule === null) return omissionOf(mapped);
  const isClean = type === 'sphinx_html' || type === 'sphinx_htmldir';
  if (isClean && placed.some((other) => other.source.type === type))
    return { reason: `another \`${type}\` comes before it, so it redirects nothing`, isNeeded: false };
  const twin = placed.find((other) => isTwin(other.source, source));
  if (twin) return twinOmission(twin, mapped.rule);
  return placed.length < MAX_CURRENT_REDIRECTS ? undefined : { reason: OVER_LIMIT, isNeeded: true };
}

function twinOmission(twin: PlacedRule<Rule2020, CurrentRule>, rule: CurrentRule): Omission {
  const name = ruleName(twin.source);
  return rule.toUrl === twin.rule.toUrl
    ? { reason: `\`${name}\` before it redirects this address as well today`, isNeeded: false }
    : { reason: `\`${name}\` before it matches this address today, and leads elsewhere`, isNeeded: true };
}

/** Whether two redirects differ by slashes at the end of their addresses alone, so that today the first matches both. */
function isTwin(first: Rule2020, second: Rule2020): boolean {
  const [one, other] = [literalAddress(first), literalAddress(second)];
  if (one === undefined || other === undefined || first.type !== second.type) return false;
  return one !== other && withoutEndSlashes(one) === withoutEndSlashes(other);
}

/** Returns the one address that a redirect of 2020 matches, decoded; undefined when it may match several. */
function literalAddress(rule: Rule2020): string | undefined {
  const { type, fromUrl } = rule;
  if (type !== 'page' && type !== 'exact') return undefined;
  return exactPrefix(rule) === undefined ? decodePath(fromUrl) : undefined;
}

/** Returns whether a redirect that matches one address sends every request for it back to that address. */
function leadsToItself(rule: Rule2020, site: DocsSite): boolean {
  const address = literalAddress(rule);
  return (
    address !== undefined &&
    requestsFor(rule, address, [], site).every((page) => tryRedirect(rule, page)?.isSelf === true)
  );
}

/**
 * Names a redirect that is no longer tried after a rule of a single address: today the rule ends the search at the
 * address with and without a slash at the end, also where it leads to the requested page.
 */
function shadowNotes(rule: Rule2020, later: readonly Rule2020[], site: DocsSite): readonly string[] {
  const address = literalAddress(rule);
  if (address === undefined) return [];
  const slashless = withoutEndSlashes(address);
  const others = later.filter((other) => !isTwin(rule, other));
  for (const each of slashless === '' ? ['/'] : [slashless, `${slashless}/`]) {
    const pages = requestsFor(rule, each, others, site).filter((page) => !redirects(rule, page));
    const loses = others.find((other) => pages.some((page) => redirects(other, page)));
    if (loses) return [`today \`${ruleName(loses)}\` after it is not tried at \`${encodePath(each)}\``];
  }
  return [];
}

function redirects(rule: Rule2020, page: MissingPage): boolean {
  return tryRedirect(rule, page)?.isSelf === false;
}

/**
 * Lists requests for the address of a rule: for an exact redirect that path, for a page redirect the page in the default
 * version, without a version, and in the versions that other redirects name.
 */
function requestsFor(
  { type }: Rule2020,
  address: string,
  others: readonly Rule2020[],
  site: DocsSite,
): readonly MissingPage[] {
  const file = encodePath(address);
  if (type === 'exact') return [parseMissingPage(file, site)];
  const named = others.flatMap((other) => (other.type === 'exact' ? versionIn(other, site) : []));
  const places = [{ language: null, version: null }, ...named];
  const root = site.alias === null ? '' : `/projects/${site.alias}`;
  const paths = [root + file, ...places.map((place) => resolvePagePath({ site, ...place }, file))];
  return paths.map((path) => parseMissingPage(path, site));
}

/** Returns the language and the version that the address of an exact redirect begins with; without one, the default. */
function versionIn(
  rule: Rule2020,
  site: DocsSite,
): readonly { readonly language: string; readonly version: string }[] {
  const base = withoutEndSlashes(exactPrefix(rule) ?? rule.fromUrl);
  return [`${base}/`, `${base}/${site.defaultVersion}/`].flatMap((path) => {
    const { language, version } = parseMissingPage(path, site);
    return language === null || version === null ? [] : [{ language, version }];
  });
}

/** Returns the row for the address of a rule without a wildcard with a slash at the end. */
function twinOf(rule: Rule2020): Rule2020 | undefined {
  const address = literalAddress(rule);
  return address === undefined || address.endsWith('/')
    ? undefined
    : { ...rule, fromUrl: `${rule.fromUrl}/` };
}

/** Says what a redirect of 2020 has no field for. */
function lostFieldNotes({ force, httpStatus, description }: ListedCurrentRule): readonly string[] {
  return [
    ...(force ? ['in 2020 it redirects only where no page is'] : []),
    ...(httpStatus === 301 ? ['in 2020 it answers with 302'] : []),
    ...(description ? ['in 2020 it has no description'] : []),
  ];
}
