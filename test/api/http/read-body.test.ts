import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Malformed,
  PayloadTooLarge,
  UnsupportedMediaType,
} from '../../../src-server/api/http/http-problems.ts';
import { readBody } from '../../../src-server/api/http/read-body.ts';

const FORM = 'application/x-www-form-urlencoded';

/** A body that arrives in pieces cut at these places. */
function read(
  body: string | Buffer,
  type: string | undefined,
  cuts: readonly number[] = [],
): Promise<unknown> {
  const bytes = Buffer.from(body);
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  const pieces = places
    .map((end, index) => bytes.subarray(places[index - 1] ?? 0, end))
    .filter(({ length }) => length > 0);
  const headers = type === undefined ? {} : { 'content-type': type };
  return readBody(Object.assign(Readable.from(pieces), { headers }) as unknown as IncomingMessage);
}

/** What a number beyond those that count exactly becomes is another test's matter. */
function exactOnly(_key: string, value: unknown): unknown {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? 0 : value;
}

const anyCuts = fc.array(fc.nat(), { maxLength: 5 });

describe('a body', () => {
  test('of JSON is read correctly, however it is split into packets', async () => {
    const anyValue = fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(anyValue, anyCuts, async (value, cuts) => {
        const text = JSON.stringify(value, exactOnly);
        // V8 13.6 takes one key with an escape for another that it has just seen.
        fc.pre(!text.includes('\\'));
        expect(await read(text, 'application/json; charset=utf-8', cuts)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('of JSON may be a string of any characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), anyCuts, async (text, cuts) => {
        expect(await read(JSON.stringify([text]), 'application/json', cuts)).toEqual([text]);
      }),
    );
  });

  test('of a form gives the last value of each name, however it is split into packets', async () => {
    const anyName = fc.oneof(fc.constantFrom('name', 'a', '__proto__', 'é'), fc.stringMatching(/^[^.]+$/));
    const anyPair = fc.tuple(anyName, fc.string({ unit: 'grapheme' }));
    await fc.assert(
      fc.asyncProperty(fc.array(anyPair, { minLength: 1, maxLength: 6 }), anyCuts, async (pairs, cuts) => {
        const body = await read(new URLSearchParams(pairs).toString(), FORM, cuts);
        expect(new Map(Object.entries(body as object))).toEqual(new Map(pairs));
      }),
    );
  });

  test('of a form gives nested fields for dotted names', async () => {
    expect(await read('repository.url=u&repository.type=git&name=x', FORM)).toEqual({
      name: 'x',
      repository: { url: 'u', type: 'git' },
    });
    expect(await read('repository.url.more=u&repository=y&.a=1&b.=2', FORM)).toEqual({
      repository: 'y',
      '': { a: '1' },
      b: { '': '2' },
    });
    expect(await read('repository.url.more=u', FORM)).toEqual({ repository: { 'url.more': 'u' } });
  });

  test('that is empty is {} whatever its type (behaviour.md 3)', async () => {
    for (const type of ['application/json', FORM, 'multipart/form-data', 'application/xml', undefined]) {
      expect(await read('', type)).toEqual({});
    }
  });

  test('is either read or refused, for any bytes', async () => {
    const anyType = fc.constantFrom(
      ...[
        'application/json',
        FORM,
        'multipart/form-data; boundary=x',
        'multipart/form-data',
        'text/plain',
        '',
        ';',
      ],
      undefined,
    );
    const anyBytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .string({ unit: fc.constantFrom(...'[]{}":,0123456789.eE-+\\u tfn') })
        .map((text) => Buffer.from(text)),
      fc
        .string()
        .map((text) =>
          Buffer.from(`--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${text}\r\n--x--`),
        ),
    );
    await fc.assert(
      fc.asyncProperty(anyBytes, anyType, anyCuts, async (bytes, type, cuts) => {
        const outcome: unknown = await read(bytes, type, cuts).catch((error: unknown) => error);
        expect(outcome).toBeDefined();
        if (!(outcome instanceof Error)) return;
        expect([Malformed, UnsupportedMediaType]).toContain(outcome.constructor);
        // What was sent is not said back: it may hold a secret.
        const message = outcome instanceof Malformed ? outcome.message : '';
        expect(message).toMatch(/^$|^(JSON|Form|Multipart form) parse error - [A-Z\w][^"{[]*$/);
      }),
    );
  });
});

describe('the limits of a body (safety S9)', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const members = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=`).join('&');

  test.each([
    ['deep', 'application/json', nested(32), nested(33), Malformed],
    ['many members', 'application/json', members(10_000), members(10_001), Malformed],
    ['many fields', FORM, fields(10_000), fields(10_001), Malformed],
    ['long', 'application/json', `"${'x'.repeat(999_998)}"`, `"${'x'.repeat(999_999)}"`, PayloadTooLarge],
  ])('too %s', async (_, type, most, more, problem) => {
    await expect(read(most, type)).resolves.toBeDefined();
    await expect(read(more, type, [1000, 500_000])).rejects.toThrow(problem);
  });

  test('also apply to input that no parser accepts', async () => {
    await expect(read(nested(400_000), 'application/json')).rejects.toThrow(Malformed);
    await expect(read(`${nested(400_000).slice(0, 400_000)}1e400`, 'application/json')).rejects.toThrow(
      Malformed,
    );
    await expect(read('{"a":'.repeat(100_000), 'application/json')).rejects.toThrow(Malformed);
  });
});
