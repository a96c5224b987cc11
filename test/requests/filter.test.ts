import { expect, test } from 'vitest';
import { parseRequestFilter } from '../../src-server/model/requests/request-filter.ts';

test('a word that no filter has is named, and searched for as text', () => {
  expect(parseRequestFilter('foo:bar status:404')).toMatchObject({
    terms: [{ kind: 'text', text: 'foo:bar' }, { kind: 'status' }],
    unknown: ['foo'],
  });
});

test.each(['http://localhost', 'localhost:8642', '"foo:bar"', 'path:/x', 'status:'])(
  '%s is no unknown word',
  (text) => expect(parseRequestFilter(text).unknown).toEqual([]),
);
