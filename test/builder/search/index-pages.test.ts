import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pagesExcludedFromSearch } from '../../../src-server/builder/publish/html-files.ts';
import { pageMask } from '../../../src-server/builder/publish/mask-page.ts';
import { createPageIndexer } from '../../../src-server/builder/search/index-pages.ts';
import { readPage } from '../../../src-server/builder/search/page-text.ts';
import type { IndexRequest } from '../../../src-server/services/search/page-index.ts';
import { openSearchIndex } from '../../../src-server/store/search/search-index.ts';

const link = (id: string) => `<a class="headerlink" href="#${id}" title="Permalink">¶</a>`;

describe('the text of a page', () => {
  test('is read from Sphinx pages', () => {
    const html = `<!DOCTYPE html><html><head><title>Demo — docs</title></head><body>
      <div class="related" role="navigation"><h3>Navigation</h3></div>
      <div class="body" role="main">
        <section id="demo">
          <h1>Demo <code>guide</code>${link('demo')}</h1><p>Hello&nbsp;world.</p>
          <section id="install"><span id="old"></span><h2>Install${link('install')}</h2>
            <nav class="contents"><p>Contents</p></nav>
            <div class="toctree-wrapper"><ul><li>Other page</li></ul></div>
            <dl class="py function"><dt class="sig sig-object py" id="tide"><span>tide</span><span>(</span><em>height</em><span>)</span>${link('tide')}</dt>
              <dd><p>Give the <em>tide</em>.</p></dd></dl>
            <pre><span class="linenos">1</span><span class="k">import</span> <span>x</span><span>.</span><span>y</span>\n<span class="linenos">2</span>a</pre>
            <p>After.</p>
          </section>
          <div class="section" id="older"><h2>Older${link('older')}</h2><p>As before Sphinx 4.</p></div>
        </section>
      </div>
      <div class="sphinxsidebar"><h3>Quick search</h3></div><footer>© us</footer><script>var x = '<h1>no</h1>';</script></body></html>`;
    expect(readPage(html)).toEqual({
      title: 'Demo guide',
      sections: [
        { id: 'demo', title: 'Demo guide', content: 'Hello world.' },
        { id: 'install', title: 'Install', content: 'import x.y a After.' },
        { id: 'tide', title: 'tide(height)', content: 'Give the tide.' },
        { id: 'older', title: 'Older', content: 'As before Sphinx 4.' },
      ],
    });
  });

  test('is read from MkDocs pages', () => {
    const html = `<html><head><title>M</title></head><body><div class="navbar"><a>Home</a></div>
      <div class="col-md-3" role="complementary"><a href="#top">Top</a></div>
      <div class="col-md-9" role="main"><h1 id="top">Top</h1><p>Hi</p><h2 id="sub">Sub</h2><p><code>code</code> text<br>more</p></div>
      <footer><p>Built with MkDocs</p></footer></body></html>`;
    expect(readPage(html)).toEqual({
      title: 'Top',
      sections: [
        { id: 'top', title: 'Top', content: 'Hi' },
        { id: 'sub', title: 'Sub', content: 'code text more' },
      ],
    });
  });

  test('is read from other pages', () => {
    const html =
      '<title>T &amp; x</title><body><nav>Menu</nav><h2>No anchor</h2><p>a<b>b</b>c<p>d<svg><title>drawing</title></svg><h2 id=q>Q</h2>&lt;b&gt;hi';
    expect(readPage(html)).toEqual({
      title: 'T & x',
      sections: [
        { id: '', title: 'T & x', content: 'No anchor abc d' },
        { id: 'q', title: 'Q', content: '<b>hi' },
      ],
    });
    expect(readPage('just words')).toEqual({
      title: '',
      sections: [{ id: '', title: '', content: 'just words' }],
    });
    expect(readPage('')).toEqual({ title: '', sections: [] });
  });

  test('S14 is plain text for any page', () => {
    const nasty =
      '<body><p>one<script>alert(1)</script><!-- <b>x</b> --><style>p{}</style><textarea><p>in</textarea>ok';
    const contents = readPage(nasty).sections.map(({ content }) => content);
    expect(contents.join()).toContain('ok');
    expect(contents.join()).not.toMatch(/alert|<b>|p\{\}/);
  });

  test.each([
    ['deep', '<body>start'.concat('<div>'.repeat(300_000), 'end')],
    ['full of headings', `<body>${'<h2 id="a">x</h2>'.repeat(50_000)}`],
    ['full of closing tags', `<body>start${'</p></div>'.repeat(100_000)}`],
    ['without an end', `<body>start<p ${'a="'.repeat(50_000)}`],
    ['with invalid markup', '\u0000<\u0000>&#xfffffff;<!DOCTYPE<<>></><body>start'],
  ])('that is %s is read in limited time', (_name, html) => {
    expect(readPage(html).sections.length).toBeGreaterThanOrEqual(0);
  });
});

function openFixture(searchName = 'search.sqlite') {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-index-'));
  const docsFolder = join(folder, 'docs');
  const searchFile = join(folder, searchName);
  const log: string[] = [];
  const secrets: string[] = [];
  const indexer = createPageIndexer({
    ...{ searchFile, docsFolder },
    secretsOf: () => Promise.resolve(secrets),
    log: (line) => log.push(line),
  });
  const index = openSearchIndex(searchFile, (line) => log.push(line));
  onTestFinished(async () => {
    await indexer.close();
    index.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    ...{ folder, docsFolder, indexer, index, log, secrets },
    write(versionId: number, buildId: number, pages: Readonly<Record<string, string>>) {
      const root = join(docsFolder, String(versionId), String(buildId), 'html');
      for (const [path, text] of Object.entries(pages)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), `<body><p>${text}</p></body>`);
      }
      return root;
    },
    find(word: string): string[] {
      const query = { all: [{ words: [word], prefix: false }], any: [] };
      const { items } = index.find(query, index.all(), { limit: 100, offset: 0 });
      return items.map(({ path }) => path).sort();
    },
  };
}

const order = (versionId: number, buildId: number, more: Partial<IndexRequest> = {}): IndexRequest => ({
  ...{ projectId: 1, versionId, buildId, language: 'en', ranking: {}, ignore: null },
  ...more,
});

describe('indexing a build', () => {
  test('includes exactly its pages', async () => {
    const { write, indexer, find, index, folder, log } = openFixture();
    const root = write(1, 2, {
      'index.html': 'heron',
      'deep/er/page.htm': 'heron',
      'notes.txt': 'heron',
      '404.html': 'heron',
      'genindex-A.html': 'heron',
      'py-modindex.html': 'heron',
    });
    writeFileSync(join(folder, 'secret.html'), 'heron');
    symlinkSync(join(folder, 'secret.html'), join(root, 'secret.html'));
    symlinkSync(folder, join(root, 'up'));
    await indexer.index(order(1, 2));
    expect(find('heron')).toEqual(['deep/er/page.htm', 'index.html']);
    expect(index.all()).toMatchObject([{ projectId: 1, versionId: 1, buildId: 2, ranked: false }]);
    expect(log).toEqual([]);
  });

  test('ignores the configured files instead of the default ones', async () => {
    const { write, indexer, find } = openFixture();
    write(1, 1, {
      'a.html': 'heron',
      '404.html': 'heron',
      'old/a.html': 'heron',
      'old/deep/b.html': 'heron',
    });
    await indexer.index(order(1, 1, { ignore: ['/old/*', '[b-z].html'] }));
    expect(find('heron')).toEqual(['404.html', 'a.html']);
  });

  test('runs one build at a time and replaces the old pages', async () => {
    const { write, indexer, find } = openFixture();
    write(1, 1, { 'first.html': 'heron' });
    write(1, 2, { 'second.html': 'heron' });
    write(2, 3, { 'other.html': 'heron' });
    await Promise.all([indexer.index(order(1, 1)), indexer.index(order(2, 3)), indexer.index(order(1, 2))]);
    expect(find('heron')).toEqual(['other.html', 'second.html']);
    await indexer.forget(2);
    expect(find('heron')).toEqual(['second.html']);
  });

  test('of a build without pages adds none, and does nothing after the end', async () => {
    const { indexer, index, log } = openFixture();
    await indexer.index(order(1, 1));
    expect(index.all()).toHaveLength(1);
    await indexer.close();
    await indexer.index(order(2, 1));
    expect(index.all()).toHaveLength(1);
    expect(log).toEqual([]);
  });

  test('keeps the old pages when it is interrupted', async () => {
    const { write, indexer, find, index } = openFixture();
    write(1, 1, { 'before.html': 'heron' });
    await indexer.index(order(1, 1));
    write(
      1,
      2,
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at}.html`, 'heron '.repeat(500)])),
    );
    const indexing = indexer.index(order(1, 2));
    await indexer.close();
    await indexing;
    const [indexedPages] = index.all();
    expect(find('heron')).toHaveLength(indexedPages?.buildId === 1 ? 1 : 300);
  });

  test('skips pages that are too long, and S8 those whose path contains a value', async () => {
    const { write, indexer, find, folder, log, secrets } = openFixture();
    secrets.push('hunter22');
    const root = write(1, 1, {
      ...{ 'a.html': 'heron', 'b/long.html': 'heron', '_static/long.html': '', '404.html': '' },
      ...{ 'hunter22/c.html': 'heron', 'hunter2.html': 'heron' },
    });
    for (const name of ['b/long.html', '_static/long.html', '404.html'])
      truncateSync(join(root, name), 20 * 1024 * 1024);
    await indexer.index(order(1, 1));
    expect(find('heron')).toEqual(['a.html', 'hunter2.html']);
    expect(readFileSync(join(folder, 'search.sqlite'), 'latin1')).not.toContain('hunter22');
    expect(log).toEqual([]);
    expect(pagesExcludedFromSearch(root, ['404.html'], pageMask(secrets))).toEqual([
      'b/long.html: 20 MB is too large',
      'hunter22/c.html: its path contains the value of a variable',
    ]);
  });

  test('S8 hides the values of variables in titles, headings, anchors and text', async () => {
    const { write, indexer, find, index, folder, secrets } = openFixture();
    secrets.push('hunter22', 'Two  Words\nand Three', 'abc');
    const page = (id: string, words: string) => `<h2 id="${id}">heron ${words}</h2>abc ${words} heron`;
    write(1, 1, {
      'a.html': page('heron-hunter22', '<b>hunt</b>er22'),
      'b.html': page('two-words-heron', 'Two Words'),
      'c.html': page('plain', 'and Three'),
    });
    await indexer.index(order(1, 1));
    expect(find('heron')).toEqual(['a.html', 'b.html', 'c.html']);
    expect(find('abc')).toEqual(['a.html', 'b.html', 'c.html']);
    for (const word of ['hunter22', 'two', 'three']) expect(find(word), word).toEqual([]);
    const query = { all: [{ words: ['heron'], prefix: false }], any: [] };
    const { items } = index.find(query, index.all(), { limit: 9, offset: 0 });
    const ids = items.flatMap(({ sections }) => sections.map(({ id }) => id));
    expect(ids.filter((id) => id !== '')).toEqual(['plain']);
    for (const name of readdirSync(folder).filter((each) => each.startsWith('search.sqlite'))) {
      const bytes = readFileSync(join(folder, name), 'latin1');
      expect(bytes.toLowerCase(), name).not.toMatch(/hunter22|two.?.?words|and three/);
    }
  });

  test('S8 is skipped and reported when the variables cannot be read', async () => {
    const { write, find, log, docsFolder, folder } = openFixture();
    write(1, 1, { 'a.html': 'heron' });
    const indexer = createPageIndexer({
      ...{ docsFolder, searchFile: join(folder, 'search.sqlite') },
      secretsOf: () => Promise.reject(new Error('There is no key.')),
      log: (line) => log.push(line),
    });
    await indexer.index(order(1, 1));
    await indexer.close();
    expect(find('heron')).toEqual([]);
    expect(log).toEqual(['The pages of version 1 could not be indexed for the search: There is no key.']);
  });

  test('reports a failed write and continues with the next build', async () => {
    // In a folder that does not exist yet.
    const { write, indexer, find, folder, log } = openFixture(join('later', 'search.sqlite'));
    write(1, 1, { 'a.html': 'heron' });
    await indexer.index(order(1, 1));
    expect(log).toEqual([
      expect.stringMatching(/^The pages of version 1 could not be indexed for the search: /),
    ]);
    mkdirSync(join(folder, 'later'));
    await indexer.index(order(1, 1));
    expect(find('heron')).toEqual(['a.html']);
  });
});
