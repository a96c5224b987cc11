import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCsv } from '../../../src-server/model/base/format-csv.ts';
import { parseCsv } from '../../../src-server/model/base/parse-csv.ts';
import { formatRedirectFile, parseRedirectFile } from '../../../src-server/model/redirects/redirect-file.ts';

const RULES = [
  { type: 'page', fromUrl: '/a,"b"', toUrl: '/c' },
  { type: 'exact', fromUrl: '=HYPERLINK("x")', toUrl: '@b' },
  { type: 'sphinx_html', fromUrl: '', toUrl: '' },
] as const;

describe('redirects as a file', () => {
  test.each(['json', 'csv'] as const)('what is exported as %s is the same when imported', (format) => {
    const file = parseRedirectFile(formatRedirectFile(RULES, format));
    const drafts = 'drafts' in file ? file.drafts : [];
    expect(drafts.map(({ type, from_url, to_url }) => [type, from_url || '', to_url || ''])).toEqual(
      RULES.map(({ type, fromUrl, toUrl }) => [type, fromUrl, toUrl]),
    );
    expect(file).toMatchObject({ format });
  });

  test('no cell of it is a formula (safety S15)', () => {
    expect(formatRedirectFile(RULES, 'csv')).toBe(
      `type,from_url,to_url\r\npage,"/a,""b""",/c\r\nexact,"'=HYPERLINK(""x"")",'@b\r\nsphinx_html,,\r\n`,
    );
  });

  test('a list as the API answers it can be read', () => {
    const file = parseRedirectFile(
      '{"count":1,"results":[{"pk":1,"type":"prefix","from_url":"/a/","to_url":null}]}',
    );
    expect(file).toEqual({ format: 'json', drafts: [{ type: 'prefix', from_url: '/a/', to_url: null }] });
  });

  test('columns may come in any order, separated by semicolons', () => {
    expect(parseRedirectFile('to_url;note;Type;from_url\n/b;x;page;/a\n\n')).toEqual({
      format: 'csv',
      drafts: [{ type: 'page', from_url: '/a', to_url: '/b' }],
    });
  });

  test.each([
    ['nothing', ' \n', /list is empty/],
    ['half a list', '[{"type"', /looks like JSON/],
    ['something else', '{"redirects": 3}', /no list of redirects/],
    ['no heads', '/a,/b', /name the columns/],
    ['heads alone', 'type,from_url,to_url', /contains no redirects/],
    ['an open quote', 'type,from_url\npage,"/a\n', /quote that opens in line 2/],
  ])('%s is refused', (_, text, message) => {
    expect(parseRedirectFile(text)).toEqual({ error: expect.stringMatching(message) });
  });

  test('any table comes back from CSV', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r\n', '=', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const table = [['x', 'y'], ...rows].filter((row) => row.some((each) => each.trim() !== ''));
        const read = parseCsv(formatCsv(table));
        expect('rows' in read && read.rows).toEqual(table);
      }),
    );
  });
});
