/** Pages of the versions `latest` and `2.0`; `off` is inactive and has none, and there is no `1.0`. */
export const PAGES: Readonly<Record<string, readonly string[]>> = {
  latest: ['index.html', 'a.html', 'b.html', 'dir/index.html', 'guide/intro.html', 'manual/intro.html'],
  '2.0': ['index.html', 'a.html', 'b.html'],
};

/** How an address is answered without redirects: a page, a redirect of hosting itself, or nothing. */
export type Plain = 'page' | 'nothing' | { readonly system: string };

/** Forty addresses, each with its answer without redirects. */
export const ADDRESSES: Readonly<Record<string, Plain>> = {
  '/en/latest/a.html': 'page',
  '/en/2.0/a.html': 'page',
  '/en/latest/dir/': 'page',
  '/en/latest/dir': { system: '/en/latest/dir/' },
  '/en/latest/guide/intro.html': 'page',
  '/en/latest/': 'page',
  '/en/latest': { system: '/en/latest/' },
  '/': { system: '/en/latest/' },
  '/en/': { system: '/en/latest/' },
  '/en/latest/index.html': 'page',
  '/en/latest/gone.html': 'nothing',
  '/en/latest/gone.html/': 'nothing',
  '/en/2.0/gone.html': 'nothing',
  '/gone.html': 'nothing',
  '/en/latest/gone.html?x=1': 'nothing',
  '/en/latest/gone.html?x=1&y=2': 'nothing',
  '/de/latest/gone.html': 'nothing',
  '/en/latest/old/one.html': 'nothing',
  '/en/latest/old/sub/two.html': 'nothing',
  '/en/latest/old/': 'nothing',
  '/en/latest/old': 'nothing',
  '/en/latest/old/one.html?q=:splat': 'nothing',
  '/en/latest/OLD/one.html': 'nothing',
  '/old/one.html': 'nothing',
  '/en/1.0/one.html': 'nothing',
  '/en/1.0/sub/two.html': 'nothing',
  '/en/1.0/': 'nothing',
  '/en/off/a.html': 'nothing',
  '/en/latest/faq/': 'nothing',
  '/en/latest/faq/index.html': 'nothing',
  '/en/latest/faq.html': 'nothing',
  '/en/2.0/faq.html': 'nothing',
  '/en/latest/x%20y.html': 'nothing',
  '/en/latest/%C3%A4.html': 'nothing',
  '/en/latest/literal*.html': 'nothing',
  '/docs/one.html': 'nothing',
  '/docs/': 'nothing',
  '/docs': 'nothing',
  '/robots.txt': 'page',
  '/page/gone.html': { system: '/en/latest/gone.html' },
};

/** Whether redirects are tried before the language alone leads to its default version. */
export const LANGUAGE_ALONE = '/en/';

/** Addresses in an active version, where forced redirects are tried before the page. */
export const IN_ACTIVE_VERSION = Object.keys(ADDRESSES).filter((address) =>
  /^\/en\/(latest|2\.0)\//.test(address),
);
