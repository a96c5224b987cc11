import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type PageText, rankBoost } from '../../../src-server/model/search/search-page.ts';
import { parseSearchQuery } from '../../../src-server/model/search/search-query.ts';
import { wordsOfPage } from '../../../src-server/services/search/page-words.ts';
import { openSearchIndex } from '../../../src-server/store/search/search-index.ts';
import { type IndexedPage, openSearchWriter } from '../../../src-server/store/search/search-writer.ts';
import { makeDataFolder } from '../../support/store/store-folder.ts';

const EVERY = { limit: 100, offset: 0 };

function fixture() {
  const file = makeDataFolder().search;
  const log: string[] = [];
  let made = 0;
  const writer = openSearchWriter(file, () => {
    made += 1;
  });
  const index = openSearchIndex(file, (line) => log.push(line));
  onTestFinished(() => {
    writer.close();
    index.close();
  });
  return {
    ...{ file, log, writer, index },
    made: () => made,
    find(q: string, ...versions: number[]) {
      const { words, phrases } = parseSearchQuery(q);
      const within = index
        .all()
        .filter(({ versionId }) => versions.length === 0 || versions.includes(versionId));
      return index
        .find({ all: [...phrases, ...words], any: [] }, within, EVERY)
        .items.map(({ path }) => path);
    },
    put(versionId: number, pages: Readonly<Record<string, string | PageText>>, rank = 0) {
      const build = { projectId: versionId * 10, versionId, buildId: versionId * 100, ranked: rank !== 0 };
      return writer.replace(build, () => Object.entries(pages).map(([path, text]) => page(path, text, rank)));
    },
  };
}

function page(path: string, content: string | PageText, rank = 0): IndexedPage {
  const text =
    typeof content === 'string' ? { title: '', sections: [{ id: '', title: '', content }] } : content;
  return { path, ...text, boost: rankBoost(rank), words: wordsOfPage(text, () => []) };
}

const pageText = (title: string, heading: string, content: string): PageText => ({
  title,
  sections: [{ id: 'h', title: heading, content }],
});

describe('finding', () => {
  test('ranks titles above headings and headings above text', () => {
    const { put, find } = fixture();
    put(1, {
      text: pageText('one', 'two', 'heron and others'),
      heading: pageText('one', 'heron', 'nothing of it'),
      title: pageText('heron', 'two', 'nothing of it'),
      more: pageText('one', 'two', 'quite another bird'),
    });
    expect(find('heron')).toEqual(['title', 'heading', 'text']);
  });

  test('a custom rank moves a page up or down', () => {
    const { put, find, writer } = fixture();
    put(1, { plain: 'heron heron heron' });
    put(2, { up: 'heron and a long text about something else', other: 'nothing' }, 10);
    put(3, { down: pageText('heron', 'heron', 'heron'), other: 'nothing' }, -10);
    expect(find('heron').at(-1)).toBe('down');
    writer.removeVersion(3);
    expect(find('heron', 2)).toEqual(['up']);
    expect(find('heron', 3)).toEqual([]);
  });

  test('searches only the given versions, one or several', () => {
    const { put, find } = fixture();
    for (const version of [1, 2, 3]) put(version, { [`v${version}`]: 'heron' });
    expect(find('heron', 2)).toEqual(['v2']);
    expect(find('heron', 1, 3).sort()).toEqual(['v1', 'v3']);
  });

  test.each([
    ['café', 'CAFE', true],
    ['Ελλάδα', 'ελλαδα', true],
    ['港の天気', '天気', true],
    ['港の天気', '気天', false],
    ['ドア', 'トア', false],
    ['std::vector<int>', 'std::vector', true],
    ['snake_case_name', 'case_na', true],
    ['snake_case_name', 'name_case', false],
    ['10.5 metres', '10.5', true],
    ['straße', 'straße', true],
  ])('%j by %j: %s', (content, q, isFound) => {
    const { put, find } = fixture();
    put(1, { page: content });
    expect(find(q)).toEqual(isFound ? ['page'] : []);
  });

  test('S13 treats operators of the index as words', () => {
    const { put, index } = fixture();
    put(1, { page: 'heron OR "curlew' });
    const countMatches = (...words: string[]) =>
      index.find({ all: [{ words, prefix: false }], any: [] }, index.all(), EVERY).count;
    expect(countMatches('heron')).toBe(1);
    for (const word of ['heron" OR "x', 'text : heron', 'heron*', '(heron', 'NEAR(heron)']) {
      expect(() => countMatches(word), word).not.toThrow();
    }
    expect(countMatches('x" OR "heron'), 'quotation marks are doubled').toBe(0);
  });
});

describe('what is on most pages', () => {
  const MANY = 1600;
  const filled = (heading: string, content: string) =>
    Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`p${at}`, pageText('', heading, content)]));

  test('is counted to the last page, and its later parts have no page twice', () => {
    const { put, index } = fixture();
    put(1, { ...filled('Tides', 'low water and high water'), other: 'high and dry, no water here' });
    const ask = (offset: number, limit: number, ...words: string[]) =>
      index.find({ all: [{ words, prefix: false }], any: [] }, index.all(), { offset, limit });
    const phrase = ask(0, 10, 'high', 'water');
    expect([phrase.count, phrase.items.length]).toEqual([MANY, 10]);
    expect(ask(0, 0, 'high', 'water')).toEqual({ count: MANY, items: [] });
    expect(ask(MANY, 10, 'high', 'water')).toEqual({ count: MANY, items: [] });
    expect(ask(0, 10, 'water').count).toBe(MANY + 1);
    expect(ask(0, 10, 'here', 'water').count).toBe(0);
    const seen = [0, 500, 1000].flatMap((offset) => ask(offset, 500, 'high', 'water').items);
    expect(new Set(seen.map(({ path }) => path)).size).toBe(1500);
  });

  test('is needed beside a rare word, whole, begun or in another section', () => {
    const { put, find } = fixture();
    const apart = [pageText('', 'One', 'a heron'), pageText('', 'Two', 'the water')];
    put(1, {
      ...filled('Tides', 'low water'),
      lone: 'a heron',
      apart: { title: '', sections: apart.flatMap(({ sections }) => sections) },
      called: pageText('', 'Heron water', 'of it'),
      begun: 'a heron by the waterside',
      both: 'a heron in the water',
    });
    expect(find('heron water')).toEqual(['called', 'both', 'begun', 'apart']);
    expect(find('water heron')).toEqual(['called', 'both', 'apart']);
    expect(find('heron wat').slice().sort()).toEqual(['apart', 'begun', 'both', 'called']);
  });

  test('is asked again after the index has changed', () => {
    const { put, find } = fixture();
    const texts = {
      text: pageText('', 'Land birds', 'heron of sea'),
      heading: pageText('', 'Sea birds', 'heron of land'),
    };
    put(1, { ...texts, c: 'sea', d: 'sea', e: 'sea', f: 'sea' });
    expect(find('sea heron', 1)).toEqual(['text', 'heading']);
    put(2, Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, 'land'])));
    expect(find('sea heron', 1)).toEqual(['heading', 'text']);
  });
});

describe('the file', () => {
  test('is one piece after most of its pages are written, however many came before', () => {
    const { file, put } = fixture();
    const written = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`p${at}`, pageText('One', 'Two', 'heron')]),
      );
    for (const version of [1, 2, 3]) put(version, written(1));
    put(4, written(4));
    const inside = new Sqlite(file, { readonly: true });
    // FTS5 numbers its pieces in the upper bits of the ids of their rows.
    const piecesOf = (table: string) =>
      inside.prepare(`SELECT count(DISTINCT id >> 37) FROM ${table}_data WHERE id > 10`).pluck().get();
    expect(['words', 'sections', 'called'].map(piecesOf)).toEqual([1, 1, 1]);
    inside.close();
  });

  test('replaces a version as a whole, or keeps it when that fails', () => {
    const { put, find, writer, index } = fixture();
    put(1, { a: 'heron', b: 'heron' });
    put(2, { c: 'heron' });
    put(1, { d: 'curlew' });
    expect([find('heron'), find('curlew')]).toEqual([['c'], ['d']]);
    const failing = function* () {
      yield page('e', 'plover');
      throw new Error('a page that cannot be read');
    };
    const build = { projectId: 10, versionId: 1, buildId: 999, ranked: false };
    expect(() => writer.replace(build, failing)).toThrow('cannot be read');
    expect([find('plover'), find('curlew')]).toEqual([[], ['d']]);
    expect(index.ofVersions([1]).map(({ buildId }) => buildId)).toEqual([100]);
  });

  test('keeps nothing of a removed version', () => {
    const { put, find, writer, index, file } = fixture();
    put(1, { a: 'heron' });
    writer.removeVersion(1);
    writer.removeVersion(77);
    expect(index.all()).toEqual([]);
    expect(find('heron')).toEqual([]);
    const inside = new Sqlite(file, { readonly: true });
    for (const rows of ['pages', 'words_docsize', 'sections_docsize', 'called_docsize'])
      expect(inside.prepare(`SELECT count(*) FROM ${rows}`).pluck().get(), rows).toBe(0);
    inside.close();
  });

  test('is private, and created when something is indexed', () => {
    const { file, put, find } = fixture();
    expect(find('heron')).toEqual([]);
    expect(existsSync(file)).toBe(false);
    put(1, { a: 'heron' });
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('of another schema finds nothing and is rebuilt', () => {
    const { file, put, find, made } = fixture();
    const old = new Sqlite(file);
    old.exec('CREATE TABLE pages (x); PRAGMA user_version = 99;');
    old.close();
    expect(find('heron')).toEqual([]);
    put(1, { a: 'heron' });
    expect(find('heron')).toEqual(['a']);
    expect(made()).toBe(1);
  });

  test('that is damaged is removed and logged by the reader or the writer', () => {
    const { file, put, find, made, writer, index, log } = fixture();
    let lost = 0;
    index.onRemoved(() => {
      lost += 1;
    });
    put(1, { a: 'heron' });
    writer.close();
    index.close();
    writeFileSync(file, 'no database at all '.repeat(1000));
    expect(find('heron')).toEqual([]);
    expect([lost, existsSync(file), log.length]).toEqual([1, false, 1]);
    put(1, { a: 'heron' });
    expect([find('heron'), made()]).toEqual([['a'], 2]);
    writer.close();
    writeFileSync(file, 'no database at all '.repeat(1000));
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    put(2, { b: 'heron' });
    expect(made()).toBe(3);
    index.close();
    expect(find('heron')).toEqual(['b']);
  });

  test('that another process rebuilt is reopened', () => {
    const { file, put, find, writer } = fixture();
    put(1, { a: 'heron' });
    expect(find('heron')).toEqual(['a']);
    writer.close();
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    expect(find('heron')).toEqual([]);
    put(2, { b: 'heron' });
    expect(find('heron')).toEqual(['b']);
  });

  test('that is null, for a store in memory, finds nothing', () => {
    const index = openSearchIndex(null, () => {});
    expect(index.all()).toEqual([]);
    expect(index.find({ all: [{ words: ['x'], prefix: false }], any: [] }, [], EVERY).count).toBe(0);
  });
});
