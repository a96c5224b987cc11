/** A row of the table: a redirect, and what it does alone to the forty addresses. */
export type TableRule = {
  readonly rule: {
    readonly type: string;
    readonly from_url?: string;
    readonly to_url?: string;
    readonly dialect?: 'current' | '2020';
    readonly force?: boolean;
    readonly http_status?: 301 | 302;
  };
  /** Whether it is switched off, so that it does nothing. */
  readonly isOff?: boolean;
  /** Where it leads, by address; every other address is answered as without it. */
  readonly hits: Readonly<Record<string, string>>;
  /** Addresses that it matches and leads to themselves or on for ever, so that no redirect below it is tried. */
  readonly stops?: readonly string[];
  /** Whether it is tried alone only, since with others it could lead readers in a circle. */
  readonly isAlone?: boolean;
};

type Options = Pick<TableRule['rule'], 'force' | 'http_status'>;
type Url = readonly [from_url: string, to_url?: string];
const today = (type: string, [from_url, to_url]: Url, options: Options = {}) =>
  ({ type, from_url, to_url, dialect: 'current', ...options }) as const;
const in2020 = (type: string, [from_url, to_url]: Url = ['']) => ({ type, from_url, to_url }) as const;

/** The addresses of `/gone.html`, in every version and without one. */
const gone = (path: string, own = '') => ({
  '/en/latest/gone.html': `/en/latest${path}${own && `?${own}`}`,
  '/en/2.0/gone.html': `/en/2.0${path}${own && `?${own}`}`,
  '/gone.html': `/en/latest${path}${own && `?${own}`}`,
  '/en/latest/gone.html?x=1': `/en/latest${path}?x=1${own && `&${own}`}`,
  '/en/latest/gone.html?x=1&y=2': `/en/latest${path}?x=1&y=2${own && `&${own}`}`,
  '/de/latest/gone.html': `/de/latest${path}${own && `?${own}`}`,
});
const slashed = (target: string) => ({ '/en/latest/gone.html/': target });
/** What begins with `/old/`, in every version and without one. */
const old = (one: string, two: string, root: string) => ({
  '/en/latest/old/one.html': one,
  '/old/one.html': one,
  '/en/latest/old/one.html?q=:splat': `${one}?q=:splat`,
  '/en/latest/old/sub/two.html': two,
  '/en/latest/old/': root,
});
const release = (one: string, two: string, root: string) => ({
  '/en/1.0/one.html': one,
  '/en/1.0/sub/two.html': two,
  '/en/1.0/': root,
});
const B = '/en/latest/b.html';
const FOLDERS = {
  '/en/latest/gone.html/': '/en/latest/gone.html.html',
  '/en/latest/old/': '/en/latest/old.html',
  '/en/latest/faq/': '/en/latest/faq.html',
  '/en/latest/faq/index.html': '/en/latest/faq.html',
  '/docs/': '/en/latest/docs.html',
  '/en/': '/en/latest/en.html',
};
const FILES = {
  ...gone('/gone/'),
  ...old('/en/latest/old/one/', '/en/latest/old/sub/two/', ''),
  ...release('/en/1.0/one/', '/en/1.0/sub/two/', ''),
  '/en/latest/OLD/one.html': '/en/latest/OLD/one/',
  '/en/off/a.html': '/en/off/a/',
  '/en/latest/faq.html': '/en/latest/faq/',
  '/en/2.0/faq.html': '/en/2.0/faq/',
  '/en/latest/x%20y.html': '/en/latest/x%20y/',
  '/en/latest/%C3%A4.html': '/en/latest/%C3%A4/',
  '/en/latest/literal*.html': '/en/latest/literal*/',
  '/docs/one.html': '/en/latest/docs/one/',
};
const { '/en/latest/old/': _, '/en/1.0/': __, ...CLEAN_FILES } = FILES;
const AWAY = 'https://x.example';

/** Sixty redirects of both dialects. */
export const TABLE: readonly TableRule[] = [
  // One page.
  { rule: today('page', ['/gone.html', '/b.html']), hits: { ...gone('/b.html'), ...slashed(B) } },
  { rule: in2020('page', ['/gone.html', '/b.html']), hits: gone('/b.html') },
  {
    rule: today('page', ['/gone.html', `${AWAY}/new`]),
    hits: {
      ...slashed(`${AWAY}/new`),
      '/en/latest/gone.html': `${AWAY}/new`,
      '/en/2.0/gone.html': `${AWAY}/new`,
      '/gone.html': `${AWAY}/new`,
      '/de/latest/gone.html': `${AWAY}/new`,
      '/en/latest/gone.html?x=1': `${AWAY}/new?x=1`,
      '/en/latest/gone.html?x=1&y=2': `${AWAY}/new?x=1&y=2`,
    },
  },
  {
    rule: today('page', ['/gone.html/', 'b.html?z=1']),
    hits: { ...gone('/b.html', 'z=1'), ...slashed(`${B}?z=1`) },
  },
  {
    rule: in2020('page', ['/gone.html', '/b.html?z=1']),
    hits: {
      ...gone('/b.html', 'z=1'),
      '/en/latest/gone.html?x=1': `${B}?z=1&x=1`,
      '/en/latest/gone.html?x=1&y=2': `${B}?z=1&x=1&y=2`,
    },
  },
  {
    rule: today('page', ['/gone.html', '/b.html'], { http_status: 301 }),
    hits: { ...gone('/b.html'), ...slashed(B) },
  },
  { rule: today('page', ['/a.html', '/b.html']), hits: { '/en/off/a.html': '/en/off/b.html' } },
  {
    rule: today('page', ['/a.html', '/b.html'], { force: true }),
    hits: {
      '/en/latest/a.html': B,
      '/en/2.0/a.html': '/en/2.0/b.html',
      '/en/off/a.html': '/en/off/b.html',
    },
  },
  {
    rule: today('exact', ['/en/latest/a.html', '/en/2.0/b.html'], { force: true, http_status: 301 }),
    hits: { '/en/latest/a.html': '/en/2.0/b.html' },
  },
  { rule: today('page', ['/gone.html', '/b.html']), isOff: true, hits: {} },
  { rule: today('page', ['/a.html', '/b.html'], { force: true }), isOff: true, hits: {} },
  {
    rule: today('page', ['/faq.html', '/faq/']),
    isAlone: true,
    hits: { '/en/latest/faq.html': '/en/latest/faq/', '/en/2.0/faq.html': '/en/2.0/faq/' },
  },
  {
    rule: today('page', ['/faq', '/faq.html']),
    isAlone: true,
    hits: { '/en/latest/faq/': '/en/latest/faq.html' },
  },
  {
    rule: in2020('page', ['/faq/', '/faq.html']),
    isAlone: true,
    hits: { '/en/latest/faq/': '/en/latest/faq.html' },
  },
  {
    rule: today('page', ['/old/one.html', '/b.html'], { http_status: 301 }),
    hits: {
      '/en/latest/old/one.html': B,
      '/old/one.html': B,
      '/en/latest/old/one.html?q=:splat': `${B}?q=:splat`,
    },
  },
  // Names that need percent-encoding.
  {
    rule: today('page', ['/x y.html', '/b c.html']),
    hits: { '/en/latest/x%20y.html': '/en/latest/b%20c.html' },
  },
  { rule: today('page', ['/x%20y.html', '/b.html']), hits: { '/en/latest/x%20y.html': B } },
  {
    rule: today('page', ['/ä.html', '/ö.html']),
    hits: { '/en/latest/%C3%A4.html': '/en/latest/%C3%B6.html' },
  },
  { rule: today('page', ['/literal*', '/b.html']), hits: { '/en/latest/literal*.html': B } },
  { rule: in2020('page', ['/literal*.html', '/b.html']), hits: { '/en/latest/literal*.html': B } },
  // A wildcard in every version.
  {
    rule: today('page', ['/old/*', '/guide/:splat']),
    hits: old('/en/latest/guide/one.html', '/en/latest/guide/sub/two.html', '/en/latest/guide/'),
  },
  {
    rule: today('page', ['/old*', '/guide:splat']),
    hits: {
      ...old('/en/latest/guide/one.html', '/en/latest/guide/sub/two.html', '/en/latest/guide/'),
      '/en/latest/old': '/en/latest/guide',
    },
  },
  { rule: today('page', ['/old/*', '/b.html']), hits: old(B, B, B) },
  {
    rule: today('page', ['/old/*', '/:splat/x/:splat']),
    hits: old('/en/latest/one.html/x/one.html', '/en/latest/sub/two.html/x/sub/two.html', '/en/latest/x/'),
  },
  {
    rule: today('page', ['/old/*', `${AWAY}/:splat`]),
    hits: old(`${AWAY}/one.html`, `${AWAY}/sub/two.html`, `${AWAY}/`),
  },
  {
    rule: today('page', ['/old/*', '/old/new/:splat']),
    isAlone: true,
    hits: old('/en/latest/old/new/one.html', '/en/latest/old/new/sub/two.html', '/en/latest/old/new/'),
  },
  { rule: today('page', ['/old/sub/*', '/b.html']), hits: { '/en/latest/old/sub/two.html': B } },
  { rule: today('page', ['/OLD/*', '/b.html']), hits: { '/en/latest/OLD/one.html': B } },
  {
    rule: today('page', ['/guide/*', '/manual/:splat'], { force: true }),
    hits: { '/en/latest/guide/intro.html': '/en/latest/manual/intro.html' },
  },
  {
    rule: today('page', ['/docs/*', '/:splat']),
    hits: { '/docs/one.html': '/en/latest/one.html', '/docs/': '/en/latest/' },
  },
  {
    rule: in2020('prefix', ['/docs/']),
    hits: { '/docs/one.html': '/en/latest/one.html', '/docs/': '/en/latest/' },
  },
  {
    rule: today('page', ['/*', '/b.html']),
    isAlone: true,
    hits: {
      ...gone('/b.html'),
      ...slashed(B),
      ...old(B, B, B),
      ...release('/en/1.0/b.html', '/en/1.0/b.html', '/en/1.0/b.html'),
      ...{ '/en/': B, '/en/latest/old': B, '/en/latest/OLD/one.html': B, '/en/off/a.html': '/en/off/b.html' },
      ...{ '/en/latest/faq/': B, '/en/latest/faq/index.html': B, '/en/latest/faq.html': B },
      ...{ '/en/2.0/faq.html': '/en/2.0/b.html', '/en/latest/x%20y.html': B, '/en/latest/%C3%A4.html': B },
      ...{ '/en/latest/literal*.html': B, '/docs/one.html': B, '/docs/': B, '/docs': B },
    },
  },
  { rule: today('page', ['/', '/b.html']), hits: { '/en/1.0/': '/en/1.0/b.html' } },
  {
    rule: today('page', ['/', '/b.html'], { force: true }),
    hits: { '/en/latest/': B, '/en/1.0/': '/en/1.0/b.html' },
  },
  // Whole paths.
  { rule: today('exact', ['/docs', B]), hits: { '/docs': B, '/docs/': B } },
  { rule: in2020('exact', ['/docs', B]), hits: { '/docs': B } },
  { rule: in2020('exact', ['/docs/', B]), hits: { '/docs/': B } },
  {
    rule: today('exact', ['/docs/', `${AWAY}/a?b#c`]),
    hits: { '/docs': `${AWAY}/a?b#c`, '/docs/': `${AWAY}/a?b#c` },
  },
  {
    rule: today('exact', ['/docs/*', '/en/latest/old/:splat']),
    hits: { '/docs/one.html': '/en/latest/old/one.html', '/docs/': '/en/latest/old/' },
  },
  {
    rule: today('exact', ['/en/1.0/*', '/en/latest/:splat']),
    hits: release('/en/latest/one.html', '/en/latest/sub/two.html', '/en/latest/'),
  },
  {
    rule: in2020('exact', ['/en/1.0/$rest', '/en/latest/']),
    hits: release('/en/latest/one.html', '/en/latest/sub/two.html', '/en/latest/'),
  },
  {
    rule: today('exact', ['/en/1.0/*', '/en/2.0/:splat'], { http_status: 301 }),
    hits: release('/en/2.0/one.html', '/en/2.0/sub/two.html', '/en/2.0/'),
  },
  {
    rule: today('exact', ['/en/1.0/*', '/en/2.0/a.html']),
    hits: release('/en/2.0/a.html', '/en/2.0/a.html', '/en/2.0/a.html'),
  },
  {
    rule: today('exact', ['/de/latest/*', '/en/2.0/:splat']),
    hits: { '/de/latest/gone.html': '/en/2.0/gone.html' },
  },
  {
    rule: today('exact', ['/en/off/*', '/en/2.0/:splat'], { force: true }),
    hits: { '/en/off/a.html': '/en/2.0/a.html' },
  },
  {
    rule: today('exact', ['/en/latest/old', '/en/latest/dir/']),
    hits: { '/en/latest/old': '/en/latest/dir/', '/en/latest/old/': '/en/latest/dir/' },
  },
  {
    rule: today('exact', ['/en/latest/*', `${AWAY}/:splat`], { force: true }),
    hits: {
      '/en/latest/': `${AWAY}/`,
      ...slashed(`${AWAY}/gone.html/`),
      ...Object.fromEntries(
        [
          ...['a.html', 'dir/', 'dir', 'guide/intro.html', 'index.html', 'gone.html', 'gone.html?x=1'],
          ...['gone.html?x=1&y=2', 'old/one.html', 'old/sub/two.html', 'old/', 'old', 'OLD/one.html'],
          ...['old/one.html?q=:splat', 'faq/', 'faq/index.html', 'faq.html', 'x%20y.html', '%C3%A4.html'],
          'literal*.html',
        ].map((path) => [`/en/latest/${path}`, `${AWAY}/${path}`]),
      ),
    },
  },
  {
    rule: today('exact', ['/*', '/en/latest/:splat']),
    isAlone: true,
    hits: {
      ...release('/en/latest/en/1.0/one.html', '/en/latest/en/1.0/sub/two.html', '/en/latest/en/1.0/'),
      ...{ '/en/': '/en/latest/en/', '/gone.html': '/en/latest/gone.html', '/docs': '/en/latest/docs' },
      ...{ '/en/2.0/gone.html': '/en/latest/en/2.0/gone.html', '/old/one.html': '/en/latest/old/one.html' },
      ...{ '/en/off/a.html': '/en/latest/en/off/a.html', '/en/2.0/faq.html': '/en/latest/en/2.0/faq.html' },
      ...{ '/docs/one.html': '/en/latest/docs/one.html', '/docs/': '/en/latest/docs/' },
      '/de/latest/gone.html': '/en/latest/de/latest/gone.html',
    },
  },
  {
    rule: in2020('prefix', ['/']),
    isAlone: true,
    hits: {
      ...{ '/en/': '/en/latest/en/', '/gone.html': '/en/latest/gone.html', '/docs': '/en/latest/docs' },
      ...{ '/old/one.html': '/en/latest/old/one.html', '/docs/one.html': '/en/latest/docs/one.html' },
      '/docs/': '/en/latest/docs/',
    },
  },
  {
    rule: today('exact', ['/en/latest/gone.html', '/en/latest/gone.html']),
    hits: slashed('/en/latest/gone.html'),
    stops: ['/en/latest/gone.html', '/en/latest/gone.html?x=1', '/en/latest/gone.html?x=1&y=2'],
  },
  { rule: in2020('exact', ['/en/latest/gone.html', '/en/latest/gone.html']), hits: {} },
  {
    rule: today('page', ['/a.html', '/a.html'], { force: true }),
    hits: {},
    stops: ['/en/latest/a.html', '/en/2.0/a.html', '/en/off/a.html'],
  },
  // What hosting itself answers first.
  { rule: today('exact', ['/', '/en/2.0/']), hits: {} },
  { rule: today('exact', ['/robots.txt', '/en/2.0/'], { force: true }), hits: {} },
  { rule: today('exact', ['/page/*', '/en/2.0/:splat']), hits: {} },
  // Folders and files.
  { rule: { type: 'clean_url_to_html' }, isAlone: true, hits: FOLDERS },
  { rule: in2020('sphinx_html'), isAlone: true, hits: FOLDERS },
  {
    rule: { type: 'clean_url_to_html', force: true },
    isAlone: true,
    hits: { ...FOLDERS, '/en/latest/dir/': '/en/latest/dir.html' },
  },
  { rule: { type: 'html_to_clean_url', http_status: 301 }, isAlone: true, hits: CLEAN_FILES },
  {
    rule: in2020('sphinx_htmldir'),
    isAlone: true,
    hits: { ...CLEAN_FILES, '/en/latest/faq/index.html': '/en/latest/faq/index/' },
  },
];
