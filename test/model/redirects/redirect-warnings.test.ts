import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedirectIndex } from '../../../src-server/model/redirects/redirect-index.ts';
import { redirectWarnings } from '../../../src-server/model/redirects/redirect-warnings.ts';
import { firstRedirect, type RedirectRule } from '../../../src-server/model/redirects/resolve-redirect.ts';
import {
  CURRENT_REDIRECT_TYPES,
  normalizeCurrentRule,
} from '../../../src-server/model/redirects/rules/current-rule.ts';
import { type DocsSite, parseMissingPage } from '../../../src-server/model/redirects/rules/missing-page.ts';
import { REDIRECT_TYPES } from '../../../src-server/model/redirects/rules/rule-2020.ts';
import { findUnreachableRedirects } from '../../../src-server/model/redirects/unreachable-redirects.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const SITE: DocsSite = { alias: null, language: 'en', singleVersion: false, defaultVersion: 'latest' };
const rule = (type: RedirectRule['type'], fromUrl = '', toUrl = ''): RedirectRule => ({
  type,
  fromUrl,
  toUrl,
});
const warningTexts = (...rules: RedirectRule[]) =>
  redirectWarnings(rules, SITE).map((warning) => warning.text);

describe('warnings about redirects', () => {
  test('rules that do not affect each other have no warnings', () => {
    expect(
      warningTexts(
        rule('exact', '/en/1.x/$rest', '/en/1.9/'),
        rule('page', '/install.html', '/guides/install.html'),
        rule('prefix', '/docs/'),
        rule('exact', '/en/2.4/$rest', '/en/stable/'),
        rule('sphinx_htmldir'),
      ),
    ).toEqual([]);
  });

  test('two rules that redirect to each other', () => {
    expect(warningTexts(rule('page', '/a', '/b'), rule('sphinx_html'), rule('sphinx_htmldir'))).toEqual([
      '2 and 3 lead back to each other: a missing page would loop between `/faq/` and `/faq.html`.',
    ]);
    expect(warningTexts(rule('exact', '/en/a', '/en/b'), rule('exact', '/en/b', '/en/a'))).toEqual([
      '1 and 2 lead back to each other: a missing page would loop between `/en/a` and `/en/b`.',
    ]);
  });

  test('a rule that redirects its own target endlessly', () => {
    const [loopWarning] = warningTexts(rule('exact', '/en/$rest', '/en/latest/'));
    expect(loopWarning).toBe(
      '1 never ends: a missing page would go on from `/en/faq.html` to `/en/latest/faq.html` to `/en/latest/latest/faq.html` …',
    );
  });

  test.each([
    ['a prefix of a prefix', rule('prefix', '/docs/'), rule('prefix', '/docs/old/')],
    ['a page below a prefix', rule('prefix', '/docs/'), rule('page', '/docs/a', '/b')],
    ['the same page again', rule('page', '/a', '/b'), rule('page', '/a', '/c')],
    ['an exact URL below $rest', rule('exact', '/en/1/$rest', '/x/'), rule('exact', '/en/1/a', '/y')],
    ['$rest below $rest', rule('exact', '/en/$rest', 'https://x.org/'), rule('exact', '/en/1/$rest', '/y/')],
    ['an exact URL whose page is taken', rule('page', '/a', '/b'), rule('exact', '/en/latest/a', '/y')],
    ['anything below everything', rule('exact', '/$rest', 'https://x.org/'), rule('prefix', '/docs/')],
    ['the same type without addresses', rule('sphinx_html'), rule('sphinx_html')],
    ['a page that ends like what is taken', rule('sphinx_htmldir'), rule('page', '/a.html', '/b')],
  ])('never reached: %s', (_, above, below) => {
    expect(findUnreachableRedirects([above, below], SITE)).toEqual([{ at: 1, by: 0 }]);
    expect(findUnreachableRedirects([below, above], SITE).map(({ at }) => at)).toEqual(
      above.type === below.type && above.fromUrl === below.fromUrl ? [1] : [],
    );
  });

  test.each([
    ['a prefix of all lets its own version through', rule('prefix', '/'), rule('page', '/a', '/b')],
    ['a page that stays where it is', rule('page', '/a', '/a'), rule('page', '/a', '/b')],
    ['another language', rule('exact', '/en/$rest', '/x/'), rule('page', '/a', '/b')],
    ['what may yet be a version', rule('prefix', '/1.0/'), rule('exact', '/en/$rest', '/x/')],
    ['the root', rule('sphinx_html'), rule('page', '/', '/b')],
  ])('still reached: %s', (_, above, below) => {
    expect(findUnreachableRedirects([above, below], SITE)).toEqual([]);
  });

  test('rules without effect', () => {
    expect(warningTexts(rule('page', 'a', '/b'), rule('exact', '/a', '/a'))).toEqual([
      '1 does nothing: no path begins with `a`, since every path begins with a slash.',
      '2 does nothing: `/a` is where it starts from.',
    ]);
  });

  test('one that is switched off is as meant: it has no warning and keeps none below it from being reached', () => {
    const off: RedirectRule = { ...rule('page', 'a', '/b'), enabled: false };
    expect(warningTexts(off, { ...rule('sphinx_html'), enabled: false }, rule('sphinx_html'))).toEqual([]);
  });

  test('characters that match any path only in other types of redirects', () => {
    expect(
      warningTexts(
        rule('exact', '/en/1.x/*', '/en/1.9/'),
        rule('exact', '/en/2.x/$rest', '/en/2.9/:splat'),
        rule('page', '/old/*', '/new'),
        rule('exact', '/en/$rest/faq', '/en/latest/faq'),
        rule('exact', '/en/3.x/', '/en/3.9/:splat'),
        rule('exact', '/other', '//example.org/x'),
      ),
    ).toEqual([
      '1 matches the sign `*` and nothing else. To match the rest of the path, end it in $rest: `/en/1.x/$rest`.',
      '2 sends readers to an address with `:splat` in it. What `$rest` stands for is added to the end by itself.',
      '3 matches the sign `*` and nothing else. To match the rest of the path, use an exact redirect that ends in `$rest`.',
      '4 matches `$rest` as these very letters: only at the end do they stand for the rest of the path.',
      '5 sends readers to an address with `:splat` in it. End the first address in `$rest`, and what follows is added by itself (exact redirects).',
      '6 sends readers to the host `example.org`: a browser reads what follows two slashes as a host.',
    ]);
  });

  test('names the rule that takes all', () => {
    expect(warningTexts(rule('prefix', '/docs/'), rule('page', '/docs/a', '/b'))).toEqual([
      '2 is never reached by any URL: 1 (`/docs/`), above it, matches all of them.',
    ]);
  });
});

const segment = fc.constantFrom('en', 'latest', 'a', 'b', 'a.html', 'index.html', 'projects', 'plugin', '');
const path = fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
const anyRule = fc
  .record({ type: fc.constantFrom(...REDIRECT_TYPES), fromUrl: path, toUrl: path, rest: fc.boolean() })
  .map(({ type, fromUrl, toUrl, rest }): RedirectRule => {
    if (type === 'sphinx_html' || type === 'sphinx_htmldir') return rule(type);
    return {
      type,
      fromUrl: fromUrl + (type === 'exact' && rest ? '$rest' : ''),
      toUrl: type === 'prefix' ? '' : toUrl,
    };
  });
const ruleOfToday = fc
  .record({
    type: fc.constantFrom(...CURRENT_REDIRECT_TYPES),
    fromUrl: path,
    toUrl: path,
    wildcard: fc.boolean(),
    splat: fc.boolean(),
    enabled: fc.option(fc.boolean()),
    force: fc.boolean(),
  })
  .map(({ type, fromUrl, toUrl, wildcard, splat, enabled, force }): RedirectRule => {
    const texts = {
      fromUrl: wildcard ? `${fromUrl}*` : fromUrl,
      toUrl: wildcard && splat ? `${toUrl}:splat` : toUrl,
    };
    const whole = normalizeCurrentRule({ type, ...texts });
    return { ...whole, dialect: 'current', enabled: enabled ?? true, force };
  });
const mixedRules = fc.array(fc.oneof(anyRule, ruleOfToday), { maxLength: 6 });
const anySite = fc.constantFrom(SITE, { ...SITE, singleVersion: true }, { ...SITE, alias: 'plugin' });

describe('for any redirects', () => {
  test('a rule that is reported as never reached is never reached', () => {
    fc.assert(
      fc.property(mixedRules, path, anySite, (rules, address, site) => {
        const found = firstRedirect(rules, parseMissingPage(address, site));
        const shadowed = findUnreachableRedirects(rules, site).map(({ at }) => rules[at]);
        expect(found === undefined || !shadowed.includes(found.redirect)).toBe(true);
      }),
      { numRuns: propertyRuns(300, 5000) },
    );
  });

  test('the prepared rules give the same result as trying them one by one', () => {
    fc.assert(
      fc.property(mixedRules, path, anySite, (rules, address, site) => {
        const page = parseMissingPage(address, site);
        const found = firstRedirect(rules, page);
        expect(createRedirectIndex(rules).firstMatch(page)).toEqual(
          found && { at: rules.indexOf(found.redirect), target: found.target },
        );
      }),
      { numRuns: propertyRuns(300, 5000) },
    );
  });
});
