import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bool, choice, nested, parseBody, text, url } from '../../../src-server/model/base/fields.ts';
import type { FieldErrors } from '../../../src-server/model/base/problems.ts';
import { errorsOf } from '../../support/api/errors-of.ts';

/** What a field makes of a value: the value itself, or the messages. */
function read(field: z.ZodType, value: unknown): unknown {
  const schema = nested({ field });
  const errors = errorsOf(() => parseBody(schema, { field: value }));
  return errors ? errors.field : parseBody(schema, { field: value }).field;
}

const REQUIRED = ['This field is required.'];
const NOT_NULL = ['This field may not be null.'];
const NOT_BLANK = ['This field may not be blank.'];
const NOT_TEXT = ['Not a valid string.'];
const NOT_BOOLEAN = ['Must be a valid boolean.'];
const NOT_URL = ['Enter a valid URL.'];

describe('text', () => {
  const slugLike = { expression: /^[a-z]+$/, message: 'Only letters.' };
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['text', text(), 'a', 'a'],
    ['is trimmed', text(), ' a \n', 'a'],
    ['is not trimmed when told so', text({ trim: false }), ' a ', ' a '],
    ['a number is text', text(), 5, '5'],
    ['a fraction is text', text(), 1.5, '1.5'],
    ['true is not', text(), true, NOT_TEXT],
    ['a list is not', text(), ['a'], NOT_TEXT],
    ['an object is not', text(), {}, NOT_TEXT],
    ['null', text(), null, NOT_NULL],
    ['null where it may', text({ nullable: true }), null, null],
    ['missing', text(), undefined, REQUIRED],
    ['missing where it may', text().optional(), undefined, undefined],
    ['blank', text(), '', NOT_BLANK],
    ['white space is blank', text(), '  ', NOT_BLANK],
    ['white space is not blank where it stays', text({ trim: false }), '  ', '  '],
    ['blank where it may', text({ blank: true }), '  ', ''],
    ['blank needs no pattern', text({ blank: true, pattern: slugLike }), '', ''],
    ['as long as allowed', text({ max: 3 }), 'abc', 'abc'],
    ['too long', text({ max: 3 }), 'abcd', ['Ensure this field has no more than 3 characters.']],
    ['the length counts after the trim', text({ max: 3 }), ' abc ', 'abc'],
    ['the length counts characters, not their halves', text({ max: 2 }), '😀😀', '😀😀'],
    ['a null character', text(), 'a\0b', ['Null characters are not allowed.']],
    ['a pattern', text({ pattern: slugLike }), 'A', ['Only letters.']],
    [
      'all that is wrong at once',
      text({ max: 1, pattern: slugLike }),
      'A\0',
      [
        'Ensure this field has no more than 1 characters.',
        'Null characters are not allowed.',
        'Only letters.',
      ],
    ],
    ['its own rule', text({ check: () => 'No.' }), 'a', ['No.']],
    [
      'its own rule comes last',
      text({ max: 1, check: () => 'No.' }),
      'ab',
      ['Ensure this field has no more than 1 characters.'],
    ],
    ['half a character', text(), 'a\ud800', ['Surrogate characters are not allowed: U+D800.']],
  ])('%s', (_, field, value, expected) => {
    expect(read(field, value)).toEqual(expected);
  });
});

describe('bool', () => {
  const yes = [true, 1, '1', 't', 'T', 'y', 'Y', 'yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'];
  const no = [false, 0, '0', 'f', 'F', 'n', 'N', 'no', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'];
  test.each(yes)('%j is true', (value) => {
    expect(read(bool(), value)).toBe(true);
  });
  test.each(no)('%j is false', (value) => {
    expect(read(bool(), value)).toBe(false);
  });
  test.each([['x'], [''], ['tRUE'], [2], [[]], [{}], [' true']])('%j is neither', (value) => {
    expect(read(bool(), value)).toEqual(NOT_BOOLEAN);
  });
  test('null and nothing', () => {
    expect(read(bool(), null)).toEqual(NOT_NULL);
    expect(read(bool(), undefined)).toEqual(REQUIRED);
    expect(read(bool().optional(), undefined)).toBeUndefined();
  });
});

describe('choice', () => {
  const kind = choice(['git', 'hg']);
  test.each<[unknown, unknown]>([
    ['git', 'git'],
    ['cvs', ['"cvs" is not a valid choice.']],
    ['GIT', ['"GIT" is not a valid choice.']],
    [' git', ['" git" is not a valid choice.']],
    ['', ['"" is not a valid choice.']],
    [5, ['"5" is not a valid choice.']],
    [true, ['"True" is not a valid choice.']],
    [['git'], [`"['git']" is not a valid choice.`]],
    [null, NOT_NULL],
    [undefined, REQUIRED],
  ])('%j', (value, expected) => {
    expect(read(kind, value)).toEqual(expected);
  });
  test('blank where that is allowed', () => {
    expect(read(choice(['git'], { blank: true }), '')).toBe('');
  });
});

describe('url', () => {
  test.each([
    'http://example.com',
    'https://example.com/a?b=c#d',
    'ftp://example.com/',
    'ftps://user:pass@example.com:21/x',
    'http://localhost:8000/',
    'http://127.0.0.1:8000',
    'http://[::1]:8000/',
    'HTTP://EXAMPLE.COM',
    'http://müller.example',
    'http://xn--mller-kva.example',
    'http://example.com?x',
    'http://example.com.',
    'http://pip.localhost:8642/en/latest/',
  ])('%s', (address) => {
    expect(read(url(), address)).toBe(address);
  });
  test.each([
    ...[
      'x',
      'example.com',
      'http://',
      'http://x',
      'http://.com',
      'http://example',
      'http://-a.com',
      'http://a-.com',
    ],
    ...[
      'javascript:alert(1)',
      'file:///etc/passwd',
      'ssh://example.com',
      'mailto:a@example.com',
      '//example.com',
    ],
    ...[
      'http://exa mple.com',
      'http://example.com/a b',
      'http://example.com:port',
      'http://example.com:99999',
    ],
    ...[
      'http://256.1.1.1',
      'http://[::z]',
      `http://${'a'.repeat(64)}.com`,
      'http://a_b.com',
      'http://a.b/\nc',
    ],
    `http://example.com/${'a'.repeat(2048)}`,
  ])('%j is not a URL', (address) => {
    expect(read(url(), address)).toEqual(NOT_URL);
  });
  test('the rules of texts hold too', () => {
    expect(read(url(), '')).toEqual(NOT_BLANK);
    expect(read(url(), null)).toEqual(NOT_NULL);
    expect(read(url(), 5)).toEqual(NOT_URL);
    expect(read(url({ max: 5 }), 'abcdef')).toEqual([
      'Ensure this field has no more than 5 characters.',
      ...NOT_URL,
    ]);
    expect(read(url(), ' http://example.com ')).toBe('http://example.com');
  });
});

describe('parseBody', () => {
  const schema = nested({
    name: text(),
    repository: nested({ url: text(), type: choice(['git']) }),
    rules: z.array(nested({ at: text() })).optional(),
  });
  const valid = { name: 'a', repository: { url: 'u', type: 'git' } };

  test.each<[string, unknown, FieldErrors | undefined]>([
    ['all is well', valid, undefined],
    ['every field that is wrong', {}, { name: REQUIRED, repository: REQUIRED }],
    ['null for an object', { ...valid, repository: null }, { repository: NOT_NULL }],
    [
      'inside an object',
      { ...valid, repository: { type: 'cvs' } },
      { repository: { url: REQUIRED, type: ['"cvs" is not a valid choice.'] } },
    ],
    ...(
      [
        ['x', 'str'],
        [[], 'list'],
        [5, 'int'],
        [1.5, 'float'],
        [true, 'bool'],
      ] as const
    ).map(([value, type]): [string, unknown, FieldErrors] => [
      `${type} for an object`,
      { ...valid, repository: value },
      { repository: { non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`] } },
    ]),
    ['a list for all', [], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
    ['a text for all', 'x', { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] }],
    ['null for all', null, { non_field_errors: ['No data provided'] }],
    ['a list’s item', { ...valid, rules: [{ at: 'x' }, {}] }, { rules: { 1: { at: REQUIRED } } }],
    [
      'a list’s item of another kind',
      { ...valid, rules: ['x'] },
      { rules: { 0: { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] } } },
    ],
    ['no list', { ...valid, rules: {} }, { rules: ['Expected a list of items but got type "dict".'] }],
  ])('%s', (_, body, expected) => {
    expect(errorsOf(() => parseBody(schema, body))).toEqual(expected);
  });

  test('drops unknown keys', () => {
    const body = JSON.parse(
      '{"name":"a","nope":1,"__proto__":{"x":1},"repository":{"url":"u","type":"git","y":2}}',
    );
    expect(parseBody(schema, body)).toEqual(valid);
  });

  test('a rule across fields is checked only when each field is valid', () => {
    const calls: unknown[] = [];
    const strict = schema.refine((value) => calls.push(value) < 0, 'Too much.');
    expect(errorsOf(() => parseBody(strict, {}))).toEqual({ name: REQUIRED, repository: REQUIRED });
    expect(calls).toEqual([]);
    expect(errorsOf(() => parseBody(strict, valid))).toEqual({ non_field_errors: ['Too much.'] });
  });

  test('any JSON is read or refused with lists of messages, and what was read is read again as it is', () => {
    const field = fc.oneof(fc.jsonValue(), fc.string());
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ name: field, repository: fc.oneof(field, fc.record({ url: field, type: field })) }),
      fc.record({ name: fc.string(), repository: fc.record({ url: fc.string(), type: fc.constant('git') }) }),
    );
    fc.assert(
      fc.property(body, (input) => {
        const errors = errorsOf(() => parseBody(schema, input));
        if (errors) {
          expect(messagesOf(errors)).not.toEqual([]);
        } else {
          const once = parseBody(schema, input);
          expect(parseBody(schema, once)).toEqual(once);
        }
      }),
    );
  });
});

test('fields describe what they accept as JSON Schema', () => {
  const schema = nested({
    name: text({ max: 63 }),
    note: text({ blank: true, nullable: true }).optional(),
    alias: text({ blank: true, pattern: { expression: /^[a-z]+$/, message: 'No.' } }),
    active: bool().optional(),
    type: choice(['git', 'hg'], { blank: true }),
    homepage: url({ max: 200 }),
    inner: nested({ a: text() }),
  });
  expect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).toMatchObject({
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 63 },
      note: { type: ['string', 'null'] },
      alias: { type: 'string', pattern: '^$|^[a-z]+$' },
      active: { type: 'boolean' },
      type: { type: 'string', enum: ['git', 'hg', ''] },
      homepage: { type: 'string', format: 'uri', maxLength: 200 },
      inner: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    },
    required: ['name', 'alias', 'type', 'homepage', 'inner'],
  });
});

function messagesOf(errors: FieldErrors): string[] {
  return Object.values(errors).flatMap((value) => (Array.isArray(value) ? value : messagesOf(value)));
}
