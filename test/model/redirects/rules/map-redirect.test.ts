import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CurrentRule,
  normalizeCurrentRule,
} from '../../../../src-server/model/redirects/rules/current-rule.ts';
import { to2020Rule, toCurrentRule } from '../../../../src-server/model/redirects/rules/map-redirect.ts';
import { parseMissingPage } from '../../../../src-server/model/redirects/rules/missing-page.ts';
import type { Rule2020 } from '../../../../src-server/model/redirects/rules/rule-2020.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import { addressFor, anySite, isTwin, landing, rule2020, SITE, SITES } from './rule-arbitraries.ts';

type Texts = readonly [type: string, fromUrl?: string, toUrl?: string];
const of2020 = ([type, fromUrl = '', toUrl = '']: Texts) => ({ type, fromUrl, toUrl }) as Rule2020;
const ofToday = ([type, fromUrl = '', toUrl = '']: Texts) => ({ type, fromUrl, toUrl }) as CurrentRule;

describe('a rule of 2020 in the words of today (live-service.md 5)', () => {
  test.each<{ rule: Texts; today: Texts; isExact?: boolean; notes?: readonly RegExp[] }>([
    { rule: ['page', '/a', '/b'], today: ['page', '/a', '/b'], notes: [/`\/a\/` as well/] },
    { rule: ['page', '/a/', '/b/'], today: ['page', '/a', '/b/'], notes: [/`\/a` as well/] },
    { rule: ['page', '/', '/b'], today: ['page', '/', '/b'] },
    { rule: ['page', '/a', 'b.html'], today: ['page', '/a', '/b.html'], notes: [/as well/] },
    { rule: ['page', '/a', 'https://x.org/b'], today: ['page', '/a', 'https://x.org/b'], notes: [/as well/] },
    { rule: ['exact', '/en/a', '/b'], today: ['exact', '/en/a', '/b'], notes: [/as well/] },
    { rule: ['exact', '/en/old/$rest', '/en/new/'], today: ['exact', '/en/old/*', '/en/new/:splat'] },
    { rule: ['exact', '/a$rest', '/b'], today: ['exact', '/a*', '/b:splat'] },
    { rule: ['exact', '/$rest', 'https://x.org'], today: ['exact', '/*', 'https://x.org:splat'] },
    {
      rule: ['exact', '/d/$rest', '/d/sub/'],
      today: ['exact', '/d/*', '/d/sub/:splat'],
      isExact: false,
      notes: [/pages below `\/d\/sub\/` are not redirected today/],
    },
    { rule: ['prefix', '/woot/'], today: ['page', '/woot/*', '/:splat'] },
    { rule: ['prefix', '/woot'], today: ['page', '/woot*', '/:splat'] },
    {
      rule: ['prefix', '/'],
      today: ['exact', '/*', '/en/latest/:splat'],
      isExact: false,
      notes: [/language and version are fixed/],
    },
    { rule: ['sphinx_html'], today: ['clean_url_to_html'] },
    { rule: ['sphinx_htmldir'], today: ['html_to_clean_url'], notes: [/index\.html/] },
  ])('$rule', ({ rule, today, isExact = true, notes = [] }) => {
    const mapped = toCurrentRule(of2020(rule), SITE);
    expect(mapped).toEqual({
      rule: ofToday(today),
      isExact,
      notes: notes.map((note) => expect.stringMatching(note)),
    });
  });

  test('the prefix / leads below the alias of a subproject, and nowhere for a single version', () => {
    const prefix = of2020(['prefix', '/']);
    const rules = SITES.map((site) => toCurrentRule(prefix, site).rule);
    expect(rules).toEqual([
      ofToday(['exact', '/*', '/en/latest/:splat']),
      ofToday(['exact', '/*', '/:splat']),
      ofToday(['exact', '/projects/plug/*', '/projects/plug/es/latest/:splat']),
    ]);
  });

  const LONG = `/${'a'.repeat(254)}`;
  test.each<[rule: Texts, reason: RegExp]>([
    [['page', 'a', '/b'], /begins with a slash/],
    [['prefix', 'a/'], /begins with a slash/],
    [['page', '//a', '/b'], /second slash/],
    [['page', '/a*', '/b'], /`\*` means itself/],
    [['exact', '/a*/$rest', '/b'], /`\*` means itself/],
    [['prefix', '/a*'], /`\*` means itself/],
    [['page', '/a', '/b:splat'], /`:splat` means itself/],
    [['exact', '/a/$rest', '/:splat/b/'], /`:splat` means itself/],
    [['page', '/a$rest', '/b'], /refused today/],
    [['exact', '/a$rest/', '/b'], /refused today/],
    [['page', '/a', 'HTTP://x.org'], /lower case/],
    [['exact', '/a', 'b.html'], /one slash at the beginning/],
    [['exact', '/a', '//x.org'], /one slash at the beginning/],
    [['prefix', LONG], /longer than 255/],
    [['exact', '/$rest', LONG], /longer than 255/],
  ])('none for %j, and why', (rule, reason) => {
    expect(toCurrentRule(of2020(rule), SITE)).toEqual({ rule: null, reason: expect.stringMatching(reason) });
  });
});

describe('a rule of today in the words of 2020 (live-service.md 5)', () => {
  test.each<{ rule: Texts; in2020: Texts; note?: RegExp; isExact?: boolean }>([
    { rule: ['page', '/a', '/b'], in2020: ['page', '/a', '/b'], isExact: false, note: /not `\/a\/`/ },
    { rule: ['page', '/', '/b'], in2020: ['page', '/', '/b'] },
    { rule: ['exact', '/a', '/b'], in2020: ['exact', '/a', '/b'], isExact: false, note: /not `\/a\/`/ },
    { rule: ['page', '/a$rest', '/b'], in2020: ['page', '/a$rest', '/b'], isExact: false, note: /not/ },
    { rule: ['exact', '/a/*', '/b/:splat'], in2020: ['exact', '/a/$rest', '/b/'] },
    { rule: ['exact', '/a/*', '/:splat'], in2020: ['exact', '/a/$rest', '/'] },
    { rule: ['exact', '/a/*', 'https://x.org/:splat'], in2020: ['exact', '/a/$rest', 'https://x.org/'] },
    { rule: ['exact', '/a*b*', '/c/:splat'], in2020: ['exact', '/a*b$rest', '/c/'] },
    {
      rule: ['exact', '/*', '/en/latest/:splat'],
      in2020: ['exact', '/$rest', '/en/latest/'],
      isExact: false,
      note: /below `\/en\/latest\/`/,
    },
    { rule: ['exact', '/old/*', '/en/latest/:splat'], in2020: ['exact', '/old/$rest', '/en/latest/'] },
    { rule: ['exact', '/a/*', '/b'], in2020: ['exact', '/a/$rest', '/b?_='], isExact: false, note: /query/ },
    {
      rule: ['exact', '/a/*', '/b?c=d'],
      in2020: ['exact', '/a/$rest', '/b?c=d&_='],
      isExact: false,
      note: /query/,
    },
    { rule: ['page', '/woot/*', '/:splat'], in2020: ['prefix', '/woot/'] },
    { rule: ['clean_url_to_html'], in2020: ['sphinx_html'] },
    { rule: ['html_to_clean_url'], in2020: ['sphinx_htmldir'], note: /index\.html/ },
  ])('$rule', ({ rule, in2020, note, isExact = true }) => {
    expect(to2020Rule(ofToday(rule))).toEqual({
      rule: of2020(in2020),
      isExact,
      notes: note ? [expect.stringMatching(note)] : [],
    });
  });

  test.each<[rule: Texts, reason: RegExp]>([
    [['page', '/a/*', '/b/:splat'], /only to `\/:splat`/],
    [['page', '/a/*', '/b'], /only to `\/:splat`/],
    [['page', '/*', '/:splat'], /to itself/],
    [['exact', '/a/*', '/b/:splat/c'], /added to the end, once/],
    [['exact', '/a/*', '/:splat/:splat'], /added to the end, once/],
    [['exact', '/a/*', '/b#c'], /`#`/],
    [['exact', `/${'a'.repeat(253)}*`, '/b/:splat'], /longer than 255/],
  ])('none for %j, and why', (rule, reason) => {
    expect(to2020Rule(ofToday(rule))).toEqual({ rule: null, reason: expect.stringMatching(reason) });
  });
});

describe('for any rule of 2020', () => {
  test('2020 to today and back gives the same rule wherever it is exact', () => {
    fc.assert(
      fc.property(rule2020, anySite, (rule, site) => {
        const today = toCurrentRule(rule, site);
        if (today.rule === null || !today.isExact) return;
        const back = to2020Rule(today.rule);
        // The slash at the end is not kept today, and a target has one at the beginning.
        const kept = rule.type === 'page' || (rule.type === 'exact' && !rule.fromUrl.endsWith('$rest'));
        expect(back.rule).toEqual(kept ? normalizeCurrentRule(rule as CurrentRule) : rule);
      }),
      { numRuns: propertyRuns(1000, 50_000) },
    );
  });

  test('its form of today redirects each page that it redirects, and to the same target', () => {
    fc.assert(
      fc.property(rule2020, anySite, addressFor, (rule, site, makeAddress) => {
        const today = toCurrentRule(rule, site);
        if (today.rule === null || !today.isExact) return;
        const page = parseMissingPage(makeAddress(rule, site), site);
        const isIndexPage = page.path.endsWith('/index.html') && rule.type === 'sphinx_htmldir';
        const before = landing(rule, page);
        const after = landing({ ...today.rule, dialect: 'current' }, page);
        if (isIndexPage) expect(after).toBeUndefined();
        else if (before !== undefined) expect(after).toBe(before);
        // What it catches beside those is the same address with or without a slash at the end.
        else if (after !== undefined) expect(isTwin(rule, page)).toBe(true);
      }),
      { numRuns: propertyRuns(2000, 100_000) },
    );
  });

  test('one without a form of today has a reason', () => {
    fc.assert(
      fc.property(rule2020, anySite, (rule, site) => {
        const mapped = toCurrentRule(rule, site);
        if (mapped.rule === null) expect(mapped.reason).not.toBe('');
        else expect(mapped.rule).toEqual(normalizeCurrentRule(mapped.rule));
      }),
      { numRuns: propertyRuns(500, 10_000) },
    );
  });
});
