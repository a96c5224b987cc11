import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { HANDBOOK_PARTS, handbookTitle } from '../../src-renderer/features/handbook/handbook-pages.ts';
import { HELP_FOR_SCREENS, helpPath, helpRow } from '../../src-renderer/features/handbook/help-for-screen.ts';
import { newsSince } from '../../src-renderer/screens/handbook/changelog.ts';
import { splitSections } from '../../src-renderer/screens/handbook/handbook-sections.ts';
import { searchHandbook } from '../../src-renderer/screens/handbook/search-handbook.ts';
import { ROOT } from '../architecture/repository.ts';
import { HANDBOOK_SHOTS } from '../screenshots/handbook-shots.ts';
import { SETTINGS_PAGE, withSettingsTable } from '../support/write-settings-table.ts';

const FOLDER = join(ROOT, 'docs/handbook/pages');
const pages = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name.replace(/\.md$/, ''), readFileSync(join(FOLDER, name), 'utf8')]),
);
const sections = [...pages].flatMap(([page, text]) => splitSections(page, text));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Returns Markdown without its code, where a link is none. */
const withoutCode = (text: string) =>
  text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '').replaceAll(/`[^`\n]*`/g, '');

describe('the pages', () => {
  test('are those of the menu of Help and of MkDocs, in one order and under their own titles', () => {
    const { nav } = parse(read('docs/handbook/mkdocs.yml')) as {
      nav: Record<string, Record<string, string>[]>[];
    };
    const mkdocs = nav.flatMap((part) => Object.values(part).flat()).flatMap((page) => Object.entries(page));
    const menu = HANDBOOK_PARTS.flatMap((part) => part.pages.map(([page, title]) => [title, `${page}.md`]));
    expect(mkdocs).toEqual(menu);
    expect(nav.flatMap((part) => Object.keys(part))).toEqual(HANDBOOK_PARTS.map(({ title }) => title));
    expect(menu.map(([, file]) => file).sort()).toEqual([...pages.keys()].map((page) => `${page}.md`).sort());
    const titles = [...pages].map(([page, text]) => [page, /^# (.+)$/m.exec(text)?.[1]]);
    const other = titles.filter(([page = '', title]) => page !== 'index' && handbookTitle(page) !== title);
    expect(other).toEqual([]);
  });

  test('name no heading twice, and every link and anchor of theirs leads somewhere', () => {
    const anchors = sections.map(({ page, anchor }) => `${page}#${anchor}`);
    expect(anchors.filter((each, at) => anchors.indexOf(each) !== at)).toEqual([]);
    const links = [...pages].flatMap(([page, text]) =>
      [...withoutCode(text).matchAll(/(?<!!)\[[^\]]*\]\(([^)]*)\)/g)].map(([, to = '']) => ({ page, to })),
    );
    expect(links.length).toBeGreaterThan(60);
    const broken = links.filter(({ page, to }) => {
      if (to.startsWith('https://')) return false;
      const [file = '', anchor = ''] = to.split('#');
      return !anchors.includes(`${file === '' ? page : file.replace(/\.md$/, '')}#${anchor}`);
    });
    expect(broken).toEqual([]);
  });

  test('show each picture that is taken for them, and no other, in at most 3 MB', () => {
    const used = [...pages.values()].flatMap((text) =>
      [...text.matchAll(/!\[[^\]]+\]\(images\/([\w-]+)\.webp\)/g)].map(([, name]) => name),
    );
    const taken = HANDBOOK_SHOTS.map(({ name }) => name).sort();
    expect([...new Set(used)].sort()).toEqual(taken);
    const files = readdirSync(join(FOLDER, 'images'));
    // Taken by `npm run screenshots:handbook`.
    expect(files.sort()).toEqual(taken.map((name) => `${name}.webp`));
    const bytes = files.reduce((sum, name) => sum + statSync(join(FOLDER, 'images', name)).size, 0);
    expect(bytes).toBeLessThan(3_000_000);
  });

  test('have the settings as their schema says', () => {
    const page = readFileSync(SETTINGS_PAGE, 'utf8');
    // Written by `npm run docs:settings`.
    expect(withSettingsTable(page)).toBe(page);
  });
});

describe('Help', () => {
  /** Returns the addresses of all screens, as the window routes them. */
  function screens(): string[] {
    const routes = (path: string, base = '') =>
      [...read(path).matchAll(/<Route path=(?:"([^"]*)"|\{`\$\{basePath\}([^`]*)`\}|\{basePath\})/g)].map(
        ([, plain, below = '']) => plain ?? `${base}${below}`,
      );
    const tabs = [...read('src-renderer/screens/settings/settings-screen.tsx').matchAll(/href: '([^']+)'/g)];
    const account = [...read('src-renderer/screens/sync/sync-screens.tsx').matchAll(/tab === '(\w+)'/g)];
    return [
      ...routes('src-renderer/routes.tsx').map((route) => route.replace(/\/\*\?$/, '')),
      ...routes('src-renderer/screens/project/project-screens.tsx', '/projects/:slug'),
      ...routes('src-renderer/screens/sync/sync-screens.tsx').map((route) => route.replace(/\/:tab\?$/, '')),
      ...tabs.map(([, href = '']) => href),
      ...account.map(([, tab = '']) => `/live/:name/${tab}`),
    ].map((route) => route.replace(/\/:(?:tab|page)\?$/, ''));
  }

  test('has a page about every screen, at a heading that it has', () => {
    const all = screens();
    expect(all).toEqual(
      expect.arrayContaining([
        '/projects',
        '/projects/:slug',
        '/projects/:slug/builds/:id',
        '/settings/kits',
      ]),
    );
    const withoutHelp = all.filter((screen) => screen !== '/help' && helpRow(screen)?.[0] !== screen);
    expect(withoutHelp).toEqual([]);
    const anchors = new Set(sections.map(({ page, anchor }) => `${page}#${anchor}`));
    const broken = HELP_FOR_SCREENS.filter(([, page, anchor = '']) => !anchors.has(`${page}#${anchor}`));
    expect(broken).toEqual([]);
  });

  test.each([
    ['/projects/almanac/redirects', '/help/redirects'],
    ['/projects/almanac/builds/12', '/help/builds#the-log'],
    ['/people/mira', '/help/people#tokens'],
    ['/nowhere', '/help'],
  ])('for %s is %s', (path, help) => {
    expect(helpPath(path)).toBe(help);
  });

  test('marks what was found, in the heading and in the text around the first of it', () => {
    const [hit] = searchHandbook(
      [
        {
          page: 'a',
          heading: 'Redirects',
          anchor: 'b',
          text: 'One redirect sends readers of a redirected page.',
        },
      ],
      'redirects',
    );
    const marked = (part: 'title' | 'snippet') =>
      hit?.[part].filter(({ highlighted }) => highlighted).map(({ text }) => text);
    expect(marked('title')).toEqual(['Redirects']);
    expect(marked('snippet')).toEqual(['redirect', 'redirected']);
    expect(hit?.snippet.map(({ text }) => text).join('')).toBe(
      'One redirect sends readers of a redirected page.',
    );
  });

  test('finds a section by all of its words in any form, those of its heading first', () => {
    const [first, ...more] = searchHandbook(sections, 'AppArmor SANDBOX');
    expect(first).toMatchObject({ page: 'start', heading: 'Start Lectern' });
    expect(more).toEqual([]);
    expect(searchHandbook(sections, 'private documentation')[0]).toMatchObject({
      page: 'safety',
      anchor: 'private-documentation',
    });
    const found = (query: string) => searchHandbook(sections, query).map(({ page, anchor }) => page + anchor);
    for (const [one, other] of [
      ['redirect', 'redirects'],
      ['build', 'building'],
      ['query', 'queries'],
      ['stop', 'stopped'],
      ['release', 'released'],
    ] as const) {
      expect(found(one).length, one).toBeGreaterThan(0);
      expect(new Set(found(other)), other).toEqual(new Set(found(one)));
    }
    expect(searchHandbook(sections, 'zeppelin')).toEqual([]);
    expect(searchHandbook(sections, ' ')).toEqual([]);
  });
});

describe('what is new', () => {
  const CHANGELOG = '# Changelog\n\nAbout.\n\n## 0.3.0\n\n- c\n\n## 0.2.0\n\n- b\n\n## 0.1.0\n\n- a\n';

  test.each([
    ['0.1.0', '0.3.0', ['c', 'b']],
    ['0.2.0', '0.3.0', ['c']],
    // Asked for from the menu: the present version's.
    ['0.3.0', '0.3.0', ['c']],
    [null, '0.2.0', ['c', 'b']],
    // A version that the changelog does not name.
    ['0.0.1', '0.3.0', ['c']],
  ])('since %s in %s is %j', (since, present, lines) => {
    expect([...newsSince(CHANGELOG, since, present).matchAll(/^- (.)$/gm)].map(([, line]) => line)).toEqual(
      lines,
    );
  });

  test('is known of the changelog of this version', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const news = newsSince(read('CHANGELOG.md'), null, version);
    expect(news.match(/^## .*$/gm)).toEqual([`## Lectern ${version}`]);
    expect(news).not.toContain('Unreleased');
  });

  test('of what is not released yet belongs to the version that runs, and an earlier one has its own', () => {
    const next = CHANGELOG.replace('## 0.3.0', '## Unreleased\n\n- d\n\n## 0.3.0');
    expect(newsSince(next, '0.2.0', '0.3.0')).toBe('## Lectern 0.3.0\n\n- d\n- c\n');
    expect(newsSince(next, '0.3.0', '0.4.0')).toBe('## Lectern 0.4.0\n\n- d\n');
    expect(newsSince(next, '0.2.0', '0.4.0')).toBe('## Lectern 0.4.0\n\n- d\n\n## Lectern 0.3.0\n\n- c\n');
  });
});
