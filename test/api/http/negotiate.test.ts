import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Format, type Formats, negotiate } from '../../../src-server/api/http/formats/negotiate.ts';
import { NotAcceptable } from '../../../src-server/api/http/http-problems.ts';
import { NotFound } from '../../../src-server/model/base/problems.ts';

const V3: Formats = ['json', 'html'];
const V2: Formats = ['json'];

function chosen(accept: string | undefined, query = '', formats = V3): Format | 406 | 404 {
  try {
    return negotiate(accept, new URLSearchParams(query), formats);
  } catch (error) {
    if (error instanceof NotAcceptable) return 406;
    if (error instanceof NotFound) return 404;
    throw error;
  }
}

describe('Accept', () => {
  test.each<[string | undefined, Format | 406]>([
    [undefined, 'json'],
    ['', 'json'],
    [' , ', 'json'],
    ['*/*', 'json'],
    ['*', 'json'],
    ['application/json', 'json'],
    ['application/json; version=1.0', 'json'],
    ['application/json;charset=utf-8', 'json'],
    ['APPLICATION/JSON', 'json'],
    ['application/*', 'json'],
    ['text/html', 'html'],
    ['text/*', 'html'],
    ['Text/HTML;charset=utf-8', 'html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['text/html, */*', 'html'],
    ['application/json, text/html', 'json'],
    ['text/html, application/json', 'json'],
    ['text/html;q=0.9, application/json', 'json'],
    ['text/html, application/json;q=0.9', 'html'],
    ['text/html;q=0.1, */*;q=0.2', 'json'],
    ['text/*, application/json', 'json'],
    ['text/html;q=0, */*', 'json'],
    ['application/json;q=0, */*', 'html'],
    ['application/json;q=0.0', 406],
    ['application/json;q=0, text/html;q=0', 406],
    ['application/json;q=, application/xml', 'json'],
    ['application/json;q=x', 'json'],
    ['text/html;q=-1', 'html'],
    ['*/*;q=0', 406],
    ['*/*;q=0, application/json', 'json'],
    ['application/xml', 406],
    ['text/plain, image/*', 406],
    ['application/vnd.api+json', 406],
  ])('%j is answered as %s', (accept, format) => {
    expect(chosen(accept)).toBe(format);
  });

  test.each<[string, Format | 406]>([
    ['text/html', 'json'],
    ['text/html, application/json;q=0.1', 'json'],
    ['application/xml', 406],
  ])('%j of what writes no HTML is %s', (accept, format) => {
    expect(chosen(accept, '', V2)).toBe(format);
  });
});

describe('?format=', () => {
  test.each<[string, Format | 404, Format | 404]>([
    ['format=json', 'json', 'json'],
    ['format=api', 'html', 404],
    ['format=xml', 404, 404],
    ['format=JSON', 404, 404],
    ['format=xml&format=json', 'json', 'json'],
    ['format=json&format=xml', 404, 404],
  ])('%s is %s, and %s without HTML, whatever is accepted', (query, withHtml, without) => {
    for (const accept of [undefined, 'application/json', 'text/html', 'application/xml', '*/*;q=0']) {
      expect(chosen(accept, query)).toBe(withHtml);
      expect(chosen(accept, query, V2)).toBe(without);
    }
  });

  test('an empty value counts as not given', () => {
    expect(chosen('text/html', 'format=')).toBe('html');
    expect(chosen('application/xml', 'format=')).toBe(406);
  });
});

test('every Accept header gets an answer, and naming one more type never takes it away', () => {
  const anyRange = fc.tuple(
    fc.constantFrom(
      'application/json',
      'text/html',
      '*/*',
      'text/*',
      'application/*',
      'image/png',
      'x',
      '',
      '/',
      ';',
    ),
    fc.constantFrom('', ';q=0', ';q=0.5', ';q=1', ';q=', ';q=x', '; q=0.7 ', ';v=1;q=0.2'),
  );
  const anyHeader = fc.oneof(
    fc.array(anyRange, { maxLength: 5 }).map((ranges) => ranges.map((range) => range.join('')).join(', ')),
    fc.string(),
  );
  fc.assert(
    fc.property(anyHeader, (accept) => {
      expect(['json', 'html', 406]).toContain(chosen(accept));
      expect(chosen(`${accept}, application/json`)).not.toBe(406);
      // HTML is sent only to clients that accept it.
      if (chosen(accept) === 'html') expect(chosen(`${accept}, application/json;q=0`)).toBe('html');
    }),
  );
});
