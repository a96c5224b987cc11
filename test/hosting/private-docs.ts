import { type DocsServer, project, seedOf, version } from './docs-fixture.ts';

const HIDDEN = { privacy_level: 'private' };
/** What every private page says. */
export const SECRET = 'words of a private page';
/** Private projects, and a public one with private versions and a private subproject. */
export const SEED = seedOf(
  project(
    'pip',
    [version('latest'), version('secret', HIDDEN), version('7', { type: 'external', ...HIDDEN })],
    {
      subprojects: [{ child: 'hidden-child', alias: 'hid' }],
      redirects: [{ type: 'page', from_url: '/moved.html', to_url: '/index.html' }],
    },
  ),
  project('hidden-child', [version('latest')], HIDDEN),
  project('hidden', [version('latest'), version('1.0')], {
    ...HIDDEN,
    redirects: [{ type: 'page', from_url: '/moved.html', to_url: '/index.html' }],
  }),
  project('other', [version('latest')], HIDDEN),
);
/** The versions of the seed that have pages. */
export const PUBLISHED = [
  ...['latest', 'secret', '7'].map((slug) => ['pip', slug] as const),
  ...['latest', '1.0'].map((slug) => ['hidden', slug] as const),
  ...['hidden-child', 'other'].map((slug) => [slug, 'latest'] as const),
];
/** Gives these versions pages: `open` for those that anybody may read. */
export function publish(server: DocsServer, names: readonly (readonly [string, string])[] = PUBLISHED): void {
  for (const [slug, name] of names) {
    const text = slug === 'pip' && name === 'latest' ? 'open' : SECRET;
    const files = { 'index.html': text, '404.html': `none: ${text}`, 'searchindex.js': text };
    server.publish(slug, name, slug === 'pip' ? { 'index.html': text } : files, ['pdf']);
  }
}

/** The path with the one-time key of a link that the window makes. */
export async function linkPath(server: DocsServer, url: string): Promise<string> {
  const { url: link } = (await server.callDesk('docsSessions.link', { url })) as { url: string };
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** Opens a link as a browser does; gives its cookie. */
export async function signIn(server: DocsServer, label: string): Promise<string> {
  const link = await linkPath(server, `http://${label}.localhost:${server.port}/en/latest/`);
  const opened = await server.request(label, link);
  return opened.headers['set-cookie']?.split(';')[0] ?? '';
}
