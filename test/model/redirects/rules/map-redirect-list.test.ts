import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstRedirect,
  type RedirectRule,
  tryRedirect,
} from '../../../../src-server/model/redirects/resolve-redirect.ts';
import {
  type CurrentRule,
  normalizeCurrentRule,
} from '../../../../src-server/model/redirects/rules/current-rule.ts';
import {
  type ListedCurrentRule,
  to2020List,
  toCurrentList,
} from '../../../../src-server/model/redirects/rules/map-redirect-list.ts';
import {
  decodePath,
  type MissingPage,
  parseMissingPage,
} from '../../../../src-server/model/redirects/rules/missing-page.ts';
import type { Rule2020 } from '../../../../src-server/model/redirects/rules/rule-2020.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import { addressFor, anySite, isTwin, rule2020, SITE } from './rule-arbitraries.ts';

type Texts = readonly [type: string, fromUrl?: string, toUrl?: string];
const of2020 = ([type, fromUrl = '', toUrl = '']: Texts) => ({ type, fromUrl, toUrl }) as Rule2020;
const ofToday = ([type, fromUrl = '', toUrl = '']: Texts) => ({ type, fromUrl, toUrl }) as CurrentRule;

describe('the redirects of a project of 2020 in the words of today (live-service.md 5)', () => {
  const list = (...rules: readonly Texts[]) => toCurrentList(rules.map(of2020), SITE);

  test('keep their order, with positions from 0', () => {
    const { rules, leftOut } = list(
      ['exact', '/en/old/$rest', '/en/new/'],
      ['sphinx_html'],
      ['prefix', '/woot/'],
      ['page', '/a', '/b'],
      ['exact', '/en/old', '/c'],
    );
    expect(leftOut).toEqual([]);
    expect(rules.map(({ position, rule }) => [position, rule])).toEqual([
      [0, ofToday(['exact', '/en/old/*', '/en/new/:splat'])],
      [1, ofToday(['clean_url_to_html'])],
      [2, ofToday(['page', '/woot/*', '/:splat'])],
      [3, ofToday(['page', '/a', '/b'])],
      [4, ofToday(['exact', '/en/old', '/c'])],
    ]);
  });

  test.each<[what: string, before: Texts, rule: Texts, name: string, reason: RegExp, isNeeded: boolean]>([
    ['a second clean type', ['sphinx_html'], ['sphinx_html'], 'sphinx_html', /redirects nothing/, false],
    ['its second form', ['sphinx_htmldir'], ['sphinx_htmldir'], 'sphinx_htmldir', /comes before it/, false],
    [
      'a twin',
      ['page', '/a', '/b'],
      ['page', '/a/', '/b'],
      'page /a/',
      /`page \/a` before it redirects/,
      false,
    ],
    [
      'the other twin',
      ['exact', '/a/', '/b'],
      ['exact', '/a', '/b'],
      'exact /a',
      /`exact \/a\/` before/,
      false,
    ],
    [
      'a twin to another page',
      ['page', '/a', '/b'],
      ['page', '/a/', '/c'],
      'page /a/',
      /leads elsewhere/,
      true,
    ],
    ['a `*`', ['page', '/b', '/c'], ['page', '/a*', '/b'], 'page /a*', /`\*` means itself/, true],
    ['`:splat`', ['page', '/b', '/c'], ['exact', '/a', '/:splat'], 'exact /a', /`:splat` means itself/, true],
    ['a circle', ['page', '/b', '/c'], ['exact', '/a', '/a'], 'exact /a', /to its own address/, false],
  ])('leave out %s', (_, before, rule, name, reason, isNeeded) => {
    const { rules, leftOut } = list(before, rule, ['page', '/last', '/b']);
    expect(leftOut).toEqual([
      { source: of2020(rule), name, reason: expect.stringMatching(reason), isNeeded },
    ]);
    expect(rules.map(({ source, position }) => [source, position])).toEqual([
      [of2020(before), 0],
      [of2020(['page', '/last', '/b']), 1],
    ]);
  });

  test('are 100 at most; the others are named', () => {
    const rules = Array.from({ length: 103 }, (_, at): Texts => ['page', `/old-${at}`, '/new']);
    const mapped = list(['page', '/*', '/b'], ...rules, ['page', '/old-0/', '/new']);
    expect(mapped.rules.map(({ source }) => source.fromUrl)).toEqual(
      rules.slice(0, 100).map(([, fromUrl]) => fromUrl),
    );
    expect(mapped.leftOut.map(({ name, reason }) => [name, reason])).toEqual([
      ['page /*', expect.stringMatching(/means itself/)],
      ...['page /old-100', 'page /old-101', 'page /old-102'].map((name) => [
        name,
        'today’s service takes 100 redirects of a project',
      ]),
      ['page /old-0/', expect.stringMatching(/redirects this address as well/)],
    ]);
  });

  test.each<[rule: Texts, later: Texts, note: RegExp | null]>([
    [['page', '/a', '/b'], ['sphinx_html'], /`sphinx_html` after it is not tried at `\/a\/`/],
    [
      ['page', '/a', '/b'],
      ['exact', '/fr/2.0/$rest', '/x/'],
      /`exact \/fr\/2\.0\/\$rest` after it is not tried/,
    ],
    [
      ['page', '/a', '/a'],
      ['exact', '/fr/$rest', '/x/'],
      /`exact \/fr\/\$rest` after it is not tried at `\/a`/,
    ],
    [['page', '/a', '/b'], ['exact', '/fr/2.0/a/', '/x/'], /`exact \/fr\/2.0\/a\/` after it is not tried/],
    [['exact', '/en/2.0/a', '/b'], ['page', '/a/', '/x/'], /`page \/a\/` after it is not tried/],
    [['page', '/a', '/b'], ['page', '/c', '/x/'], null],
  ])('say that %j comes before %j', (rule, later, note) => {
    const [first] = list(rule, later).rules;
    const notes = first?.notes.filter((text) => text.includes('not tried')) ?? [];
    expect(notes).toEqual(note ? [expect.stringMatching(note)] : []);
    expect(first?.isExact).toBe(note === null);
  });
});

describe('the redirects of a project of today in the words of 2020 (live-service.md 5)', () => {
  const redirect = (texts: Texts, more: Partial<ListedCurrentRule> = {}) => ({ ...ofToday(texts), ...more });

  test('keep their order, without those that are switched off or have no form', () => {
    const { rules, leftOut } = to2020List([
      redirect(['page', '/a/*', '/b/:splat']),
      redirect(['exact', '/a/*', '/b/:splat'], { force: true, httpStatus: 301, description: 'moved' }),
      redirect(['page', '/c', '/d'], { enabled: false }),
      redirect(['clean_url_to_html']),
    ]);
    expect(
      rules.map(({ rule, position, isExact, notes }) => [rule, position, isExact, notes.length]),
    ).toEqual([
      [of2020(['exact', '/a/$rest', '/b/']), 0, false, 3],
      [of2020(['sphinx_html']), 1, true, 0],
    ]);
    expect(leftOut.map(({ name, reason, isNeeded }) => [name, reason, isNeeded])).toEqual([
      ['page /a/*', expect.stringMatching(/only to `\/:splat`/), true],
      ['page /c', 'it is switched off, and one of 2020 cannot be', false],
    ]);
  });

  test('have a second row for each address with a slash at the end where that is wanted', () => {
    const { rules } = to2020List([redirect(['page', '/c', '/d']), redirect(['page', '/', '/d'])], {
      twins: true,
    });
    expect(rules.map(({ rule, position, isExact }) => [rule, position, isExact])).toEqual([
      [of2020(['page', '/c', '/d']), 0, true],
      [of2020(['page', '/c/', '/d']), 1, true],
      [of2020(['page', '/', '/d']), 2, true],
    ]);
  });
});

const anyList = fc.array(rule2020, { maxLength: 8, size: 'max' });

describe('for any list of 2020', () => {
  test('2020 to today and back gives the same rules in the same order wherever they are exact', () => {
    fc.assert(
      fc.property(anyList, anySite, (list, site) => {
        const exact = toCurrentList(list, site).rules.filter(({ isExact }) => isExact);
        const back = to2020List(exact.map(({ rule }) => rule));
        expect(back.leftOut).toEqual([]);
        expect(back.rules.map(({ rule }) => rule)).toEqual(exact.map(({ source }) => asKept(source)));
      }),
      { numRuns: propertyRuns(500, 20_000) },
    );
  });

  test('each is placed or left out with a reason', () => {
    fc.assert(
      fc.property(anyList, anySite, (list, site) => {
        const { rules, leftOut } = toCurrentList(list, site);
        const found = [...rules, ...leftOut].map(({ source }) => source);
        expect(list.filter((rule) => !found.includes(rule))).toEqual([]);
        expect(found).toHaveLength(list.length);
        expect(rules.map(({ position }) => position)).toEqual(rules.map((_, at) => at));
        expect(leftOut.filter(({ reason, name }) => reason === '' || name === '')).toEqual([]);
      }),
      { numRuns: propertyRuns(300, 10_000) },
    );
  });

  test('each page leads to the same target, but where the rules themselves say that they differ', () => {
    fc.assert(
      fc.property(anyList, anySite, fc.nat(), addressFor, (list, site, at, makeAddress) => {
        const one = list[at % Math.max(list.length, 1)];
        if (!one) return;
        const { rules, leftOut } = toCurrentList(list, site);
        const apart = new Set<Rule2020>([
          ...rules.filter(({ isExact }) => !isExact).map(({ source }) => source),
          ...leftOut.filter(({ isNeeded }) => isNeeded).map(({ source }) => source),
        ]);
        const kept = list.filter((rule) => !apart.has(rule));
        const page = parseMissingPage(makeAddress(one, site), site);
        // Today cuts any number of slashes at the end; the rules speak of one.
        if (page.fullPath.endsWith('//')) return;
        if (page.path.endsWith('/index.html') && kept.some(({ type }) => type === 'sphinx_htmldir')) return;
        const before = landing(kept, page);
        const after = landing(
          rules
            .filter(({ source }) => !apart.has(source))
            .map(({ rule }) => ({ ...rule, dialect: 'current' })),
          page,
        );
        if (before !== undefined) expect(after).toBe(before);
        else if (after !== undefined) expect(kept.some((rule) => isTwin(rule, page))).toBe(true);
      }),
      { numRuns: propertyRuns(2000, 100_000) },
    );
  });
});

const path = fc
  .array(fc.constantFrom('a', 'b', 'en', 'latest', 'a.html', 'old', '%20', 'ä'), { maxLength: 4 })
  .map((parts) => `/${parts.join('/')}`);
const currentRule: fc.Arbitrary<ListedCurrentRule> = fc.oneof(
  fc
    .record({
      type: fc.constantFrom('page', 'exact'),
      fromUrl: path,
      toUrl: fc.oneof(path, fc.constantFrom('/', 'https://x.org/a', '/a?b=c')),
      wildcard: fc.constantFrom('', '*', '/*'),
      splat: fc.constantFrom('', ':splat', '/:splat'),
      enabled: fc.boolean(),
    })
    .map(({ fromUrl, toUrl, wildcard, splat, ...rule }) => ({
      ...rule,
      ...normalizeCurrentRule({
        type: rule.type,
        fromUrl: fromUrl + wildcard,
        toUrl: wildcard === '' ? toUrl : toUrl.replace(/\/$/, '') + splat,
      }),
    })),
  fc.constantFrom<ListedCurrentRule>(
    { type: 'clean_url_to_html', fromUrl: '', toUrl: '' },
    { type: 'html_to_clean_url', fromUrl: '', toUrl: '' },
  ),
);

const anyRequest = fc.record({ at: fc.nat(), tail: path, slash: fc.boolean(), isVersioned: fc.boolean() });

test('for any list of today, with a second row for each address, each page leads to the same target in 2020', () => {
  fc.assert(
    fc.property(
      fc.array(currentRule, { maxLength: 8, size: 'max' }),
      anySite,
      anyRequest,
      (list, site, to) => {
        const { rules } = to2020List(list, { twins: true });
        const exact = new Set(rules.filter(({ isExact }) => isExact).map(({ source }) => source));
        const kept = list
          .filter((rule) => exact.has(rule))
          .map((rule) => ({ ...rule, dialect: 'current' as const }));
        const one = kept[to.at % Math.max(kept.length, 1)];
        if (!one) return;
        const base =
          one.fromUrl.endsWith('*') || one.fromUrl === '' ? one.fromUrl.slice(0, -1) + to.tail : one.fromUrl;
        const own = base.replace(/\/*$/, '') + (to.slash ? '/' : '');
        const root = site.alias === null ? '' : `/projects/${site.alias}`;
        const isVersioned = to.isVersioned && one.type !== 'exact';
        const page = parseMissingPage(
          encodeURI((isVersioned ? `${root}/en/2.0` : '') + decodePath(own)),
          site,
        );
        // A rule of today that leads to the requested page ends the search; in 2020 the next one is tried.
        if (kept.flatMap((rule) => tryRedirect(rule, page) ?? [])[0]?.isSelf) return;
        const after = landing(
          rules.filter(({ source }) => exact.has(source)).map(({ rule }) => rule),
          page,
        );
        expect(after).toBe(landing(kept, page));
      },
    ),
    { numRuns: propertyRuns(2000, 100_000) },
  );
});

/** Returns a rule as it comes back: today cuts the slash at the end, and a target has one at the beginning. */
function asKept(rule: Rule2020): Rule2020 {
  const isLiteral = rule.type === 'page' || (rule.type === 'exact' && !rule.fromUrl.endsWith('$rest'));
  return isLiteral ? (normalizeCurrentRule(rule as CurrentRule) as Rule2020) : rule;
}

/** Where a list leads; nowhere when that is the same page, whatever follows `?` and `#`. */
function landing(list: readonly RedirectRule[], page: MissingPage): string | undefined {
  const target = firstRedirect(list, page)?.target;
  const isSame = target !== undefined && decodePath(target.replace(/[?#].*$/s, '')) === page.fullPath;
  return isSame ? undefined : target;
}
