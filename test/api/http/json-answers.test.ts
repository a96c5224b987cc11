import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerJson, JsonMap, RawJson } from '../../../src-server/api/http/answer-json.ts';
import { sortedJson } from '../../../src-server/model/base/text/sorted-json.ts';
import { formatProblems } from '../../support/api/json-text.ts';
import { propertyRuns } from '../../support/property-runs.ts';

type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };

/** Keys as data has them: like numbers, beyond the BMP, with what JSON escapes, and the ones that objects have of themselves. */
const anyKey = fc.oneof(
  fc.constantFrom(
    '10',
    '9',
    '1',
    '-1',
    '01',
    '1.5',
    '4294967295',
    '',
    '_links',
    'Z',
    'a',
    'é',
    '\uffff',
    '😀',
    '"',
    '\\',
  ),
  fc.constantFrom('__proto__', 'constructor', 'toJSON', 'length', '\u2028', '\n'),
  fc.string({ unit: 'grapheme' }),
);
const anyLeaf = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('$&', '$1', '$$', '"', '\\"', '\u2028'),
);

function anyObject(member: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.array(fc.tuple(anyKey, member), { maxLength: 6 }).map(Object.fromEntries);
}

const { anyJson } = fc.letrec<{ anyJson: Json }>((tie) => ({
  anyJson: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyLeaf,
    fc.array(tie('anyJson'), { maxLength: 4 }),
    anyObject(fc.oneof(tie('anyJson'), fc.constant(undefined))),
  ),
}));

/** What the writer is to write, by the shortest way that is plainly right. */
function reference(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item) => reference(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([key, member]) => `${JSON.stringify(key)}:${reference(member)}`);
  return `{${members.join(',')}}`;
}

describe('sortedJson', () => {
  test('writes keys in the order of their bytes, at every depth', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = sortedJson(value);
        expect(text).toBe(reference(value));
        expect(formatProblems(text)).toEqual([]);
      }),
      { numRuns: propertyRuns(100, 2000) },
    );
  });

  test.each<[Json, string]>([
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
    [{ 9: 1, 10: 2, 1: 3 }, '{"1":3,"10":2,"9":1}'],
    [{ a: 1, _links: 2, Z: 3 }, '{"Z":3,"_links":2,"a":1}'],
    [{ '😀': 1, '\uffee': 2 }, '{"\uffee":2,"😀":1}'],
    [[{ b: undefined, a: [undefined] }], '[{"a":[null]}]'],
    [undefined, 'null'],
  ])('%j', (value, text) => {
    expect(sortedJson(value)).toBe(text);
  });
});

describe('answerJson', () => {
  /** A value with its keys in order, as views write it, and with what stands for data in it. */
  function view(value: Json, keyed: () => 'plain' | 'keyed' | 'written'): unknown {
    if (Array.isArray(value)) return value.map((item) => view(item ?? null, keyed));
    if (typeof value !== 'object' || value === null) return value;
    const kind = keyed();
    if (kind === 'written') return new RawJson(sortedJson(value));
    // `toJSON` in a plain object would be called; views have none.
    const isSafe = Object.keys(value).every(
      (key) => !/^\d+$/.test(key) && key !== 'toJSON' && key !== '__proto__',
    );
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map(([key, member]) => [key, view(member, keyed)]);
    return kind === 'plain' && isSafe
      ? Object.fromEntries(members)
      : new JsonMap(Object.fromEntries(members));
  }

  test('writes views and the data in them exactly as the reference implementation does', () => {
    const anyKinds = fc.infiniteStream(
      fc.constantFrom('plain' as const, 'keyed' as const, 'written' as const),
    );
    fc.assert(
      fc.property(anyJson, anyKinds, (value, kinds) => {
        const text = answerJson(view(value ?? null, () => kinds.next().value ?? 'plain'));
        expect(text).toBe(reference(value));
        expect(formatProblems(text)).toEqual([]);
      }),
      { numRuns: propertyRuns(100, 2000) },
    );
  });

  test('writes a part that occurs several times at each of its places', () => {
    const config = new RawJson('{"version":"2"}');
    const versions = new JsonMap({ 10: { config }, 9: { config, none: undefined } });
    expect(answerJson({ a: config, b: [versions, versions], c: null })).toBe(
      '{"a":{"version":"2"},"b":[{"10":{"config":{"version":"2"}},"9":{"config":{"version":"2"}}},' +
        '{"10":{"config":{"version":"2"}},"9":{"config":{"version":"2"}}}],"c":null}',
    );
    expect(answerJson(new JsonMap({}))).toBe('{}');
    expect(answerJson(undefined)).toBe('null');
  });

  test('keeps a text with dollar signs as it is', () => {
    const text = '{"a":"$& $1 $$ $` $\'"}';
    expect(answerJson({ config: new RawJson(text), more: new JsonMap({ 1: '$&' }) })).toBe(
      `{"config":${text},"more":{"1":"$&"}}`,
    );
  });

  test('uses no placeholder that text in the data could imitate', () => {
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
    const deep = new JsonMap({ 1: new JsonMap({ 2: [new RawJson('[1]'), 'a'] }) });
    const text = answerJson({ deep, list: [deep, { deep }] });
    expect(text).not.toMatch(uuid);
    // What was answered before, said back as data, is data.
    expect(JSON.parse(answerJson({ copied: text, part: new RawJson('true') }))).toEqual({
      copied: text,
      part: true,
    });
  });

  test('carries nothing from one answer into the next, even when one could not be written', () => {
    const broken = {
      part: new RawJson('{"of":"the first"}'),
      get fails(): never {
        throw new Error('no');
      },
    };
    expect(() => answerJson(broken)).toThrow('no');
    expect(() => answerJson(new JsonMap({ inner: broken }))).toThrow('no');
    expect(answerJson({ part: new RawJson('{"of":"the second"}') })).toBe('{"part":{"of":"the second"}}');
  });
});
