import { describe, expect, test } from 'vitest';
import { redirectExamples } from '../../../src-server/model/redirects/redirect-examples.ts';
import { createRedirectIndex } from '../../../src-server/model/redirects/redirect-index.ts';
import {
  firstRedirect,
  type RedirectRule,
  resolveRedirect,
} from '../../../src-server/model/redirects/resolve-redirect.ts';
import { type DocsSite, parseMissingPage } from '../../../src-server/model/redirects/rules/missing-page.ts';

const SITE: DocsSite = { alias: null, language: 'en', singleVersion: false, defaultVersion: 'latest' };
const SINGLE = { ...SITE, singleVersion: true };
const PLUGIN = { ...SITE, alias: 'plugin' };

const rule = (type: RedirectRule['type'], fromUrl = '', toUrl = ''): RedirectRule => ({
  type,
  fromUrl,
  toUrl,
});
const target = (redirect: RedirectRule, address: string, site = SITE) =>
  resolveRedirect(redirect, parseMissingPage(address, site));

describe('where a redirect sends (behaviour.md 12)', () => {
  test.each([
    ['prefix', rule('prefix', '/woot/'), '/woot/faq.html', '/en/latest/faq.html'],
    ['prefix below a version', rule('prefix', '/woot/'), '/de/2.4/woot/faq.html', '/de/2.4/faq.html'],
    [
      'page',
      rule('page', '/install.html', '/tutorial/install.html'),
      '/en/0.8.2/install.html',
      '/en/0.8.2/tutorial/install.html',
    ],
    [
      'page, query kept',
      rule('page', '/install.html', '/tutorial/install.html'),
      '/install.html?foo=bar',
      '/en/latest/tutorial/install.html?foo=bar',
    ],
    [
      'page to a whole URL',
      rule('page', '/a.html', 'https://x.org/b?c#d'),
      '/en/latest/a.html?e=f',
      'https://x.org/b?c&e=f#d',
    ],
    ['exact', rule('exact', '/en/latest/a', '/b'), '/en/latest/a?q', '/b?q'],
    [
      'exact with $rest',
      rule('exact', '/en/latest/$rest', '/en/version/'),
      '/en/latest/guides/install.html',
      '/en/version/guides/install.html',
    ],
    ['sphinx_html', rule('sphinx_html'), '/en/latest/faq/', '/en/latest/faq.html'],
    ['sphinx_html, index', rule('sphinx_html'), '/en/latest/faq/index.html', '/en/latest/faq.html'],
    ['sphinx_htmldir', rule('sphinx_htmldir'), '/en/latest/faq.html', '/en/latest/faq/'],
  ])('%s', (_, redirect, address, expected) => {
    expect(target(redirect, address)).toBe(expected);
  });

  test.each([
    ['a target that is where the reader is', rule('prefix', '/'), '/en/latest/redirect/'],
    ['a page of another name', rule('page', '/install.html', '/x'), '/en/latest/install.htm'],
    ['another slash', rule('exact', '/en/latest/a', '/b'), '/en/latest/a/'],
    ['$rest elsewhere than in exact', rule('page', '/a/$rest', '/b'), '/en/latest/a/c'],
    ['$rest elsewhere than at the end', rule('exact', '/a/$rest/b', '/c'), '/a/x/b'],
    ['the root of a version', rule('sphinx_html'), '/en/latest/'],
    ['the index of a version', rule('sphinx_html'), '/en/latest/index.html'],
    ['a prefix that is none', rule('prefix', '/woot/'), '/en/latest/faq/woot/'],
  ])('nowhere: %s', (_, redirect, address) => {
    expect(target(redirect, address)).toBeUndefined();
  });

  test('with signs that mean something in a regular expression', () => {
    expect(target(rule('exact', '/en/1.x/$rest', '/en/1.9/'), '/en/1ax/b')).toBeUndefined();
    expect(target(rule('prefix', '/a+(b)/'), '/a+(b)/c')).toBe('/en/latest/c');
  });

  test('with percent-encoding, on either side', () => {
    const page = rule('page', '/caf%C3%A9 au lait.html', '/b');
    expect(target(page, '/en/latest/caf%c3%a9%20au%20lait.html')).toBe('/en/latest/b');
    expect(target(rule('exact', '/100%', '/b'), '/100%25')).toBe('/b');
    expect(target(rule('prefix', '/old/'), '/old/a%3Fb%23c%25.html')).toBe('/en/latest/a%3Fb%23c%25.html');
    expect(target(rule('exact', '/a b', '/a%20b'), '/a%20b')).toBeUndefined();
    expect(
      createRedirectIndex([page]).firstMatch(parseMissingPage('/en/latest/caf%C3%A9%20au%20lait.html', SITE)),
    ).toEqual({
      at: 0,
      target: '/en/latest/b',
    });
  });

  test('never to a host that the request chooses', () => {
    expect(target(rule('exact', '/a/$rest', '/'), '/a//evil.example/')).toBe('/evil.example/');
    expect(target(rule('exact', '/a/$rest', 'https://x.org/'), '/a//b')).toBe('https://x.org/b');
  });

  test('without language and version where a project has a single version', () => {
    expect(target(rule('prefix', '/old/'), '/old/faq.html', SINGLE)).toBe('/faq.html');
    expect(target(rule('page', '/en/latest/a', '/b'), '/en/latest/a', SINGLE)).toBe('/b');
  });

  test('below the alias of a subproject', () => {
    const page = rule('page', '/a', '/b');
    expect(target(page, '/projects/plugin/de/1.0/a', PLUGIN)).toBe('/projects/plugin/de/1.0/b');
    expect(target(page, '/projects/plugin/a', PLUGIN)).toBe('/projects/plugin/en/latest/b');
    expect(target(rule('exact', '/projects/plugin/a', '/c'), '/projects/plugin/a', PLUGIN)).toBe('/c');
  });

  test('never to the requested URL itself', () => {
    const exact = rule('exact', '/a', 'https://x.org/a');
    expect(target(exact, 'https://x.org/a')).toBeUndefined();
    expect(target(exact, 'https://y.org/a')).toBe('https://x.org/a');
  });

  test('a word that is no language is part of the path', () => {
    expect(parseMissingPage('/woot/faq/a.html', SITE)).toMatchObject({
      language: null,
      version: null,
      path: '/woot/faq/a.html',
    });
    expect(parseMissingPage('/pt_BR/1.0/a.html', SITE)).toMatchObject({
      language: 'pt_BR',
      version: '1.0',
      path: '/a.html',
    });
  });

  test('the first that gives a target wins', () => {
    const rules = [rule('prefix', '/'), rule('page', '/a', '/b'), rule('exact', '/en/latest/a', '/c')];
    expect(firstRedirect(rules, parseMissingPage('/en/latest/a', SITE))).toEqual({
      redirect: rules[1],
      target: '/en/latest/b',
    });
    expect(firstRedirect(rules, parseMissingPage('/en/latest/d', SITE))).toBeUndefined();
  });
});

describe('examples', () => {
  test('show each type of redirect', () => {
    const samples = (redirect: RedirectRule) => redirectExamples(redirect, SITE, ['2.4', 'latest']);
    expect(samples(rule('page', '/install.html', '/guides/install.html'))).toEqual([
      { from: '/en/2.4/install.html', to: '/en/2.4/guides/install.html' },
      { from: '/en/latest/install.html', to: '/en/latest/guides/install.html' },
    ]);
    expect(samples(rule('prefix', '/docs/'))[0]).toEqual({
      from: '/docs/faq.html',
      to: '/en/latest/faq.html',
    });
    expect(samples(rule('exact', '/en/1.x/$rest', '/en/1.9/'))).toEqual([
      { from: '/en/1.x/faq.html', to: '/en/1.9/faq.html' },
    ]);
    expect(samples(rule('sphinx_html'))[0]).toEqual({ from: '/en/2.4/faq/', to: '/en/2.4/faq.html' });
    expect(samples(rule('sphinx_htmldir'))[0]).toEqual({ from: '/en/2.4/faq.html', to: '/en/2.4/faq/' });
    expect(samples(rule('page', 'install.html', '/x'))).toEqual([]);
  });
});
