import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBody } from '../../../src-server/model/base/fields.ts';
import { Invalid } from '../../../src-server/model/base/problems.ts';
import { formatCsv } from '../../../src-server/model/base/text/format-csv.ts';
import { parseCsv } from '../../../src-server/model/base/text/parse-csv.ts';
import { formatRedirectFile, parseRedirectFile } from '../../../src-server/model/redirects/redirect-file.ts';
import { WrittenBody, writtenRedirect } from '../../../src-server/model/redirects/written-redirect.ts';

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

  test.each(['json', 'csv'] as const)('of today keep their words and fields as %s', (format) => {
    const whole = {
      type: 'page',
      fromUrl: '/a/*',
      toUrl: '/b/:splat',
      dialect: 'current',
      httpStatus: 301,
      enabled: false,
      force: true,
      description: 'moved',
    } as const;
    const file = parseRedirectFile(formatRedirectFile([whole, ...RULES], format));
    const drafts = 'drafts' in file ? file.drafts : [];
    const read = drafts.map((draft) => writtenRedirect(parseBody(WrittenBody, draft)));
    expect(read[0]).toEqual(whole);
    expect(read.slice(2)).toEqual([
      { ...RULES[1], dialect: '2020' },
      { ...RULES[2], dialect: '2020' },
    ]);
  });

  test('a list as the API of today answers it is in the words of today', () => {
    const item = {
      pk: 1,
      type: 'page',
      from_url: '/a',
      to_url: '/b',
      position: 0,
      force: true,
      enabled: true,
    };
    const file = parseRedirectFile(JSON.stringify({ count: 1, results: [item] }));
    expect(file).toMatchObject({ drafts: [{ type: 'page', dialect: 'current', force: true }] });
  });

  test.each([
    [{ type: 'prefix', from_url: '/a', dialect: 'current' }, 'type', /of the 2020 dialect/],
    [{ type: 'clean_url_to_html', dialect: '2020' }, 'type', /of the current dialect/],
    [{ type: 'page', from_url: '/a*b', to_url: '/b', dialect: 'current' }, 'from_url', /must be at the end/],
    [{ type: 'page', from_url: '/a', to_url: '/:splat', dialect: 'current' }, 'to_url', /:splat placeholder/],
    [{ type: 'page', from_url: '/a', dialect: 'current' }, 'to_url', /required/],
    [
      { type: 'page', from_url: '/a', to_url: '/b', http_status: 307 },
      'http_status',
      /"307" is not a valid choice/,
    ],
  ])('refuses %j at %s', (draft, key, message) => {
    const errors = () => {
      try {
        parseBody(WrittenBody, draft);
      } catch (error) {
        return error instanceof Invalid ? error.errors : error;
      }
      return undefined;
    };
    expect(errors()).toEqual({ [key]: [expect.stringMatching(message)] });
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
