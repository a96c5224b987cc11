import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Throttled } from '../../../src-server/api/http/http-problems.ts';
import { createThrottle } from '../../../src-server/api/http/throttle.ts';
import { testClock } from '../../support/test-clock.ts';

type Key = { userId: number } | { address: string };
const ALICE = { userId: 1 };
const HERE = { address: '127.0.0.1' };

function open() {
  const clock = testClock();
  const count = createThrottle(clock);
  /** The seconds that a caller is told to wait; 0 when it is let through. */
  const wait = (key: Key): number => {
    try {
      count(key);
      return 0;
    } catch (error) {
      if (error instanceof Throttled) return error.retryAfter;
      throw error;
    }
  };
  return { clock, wait };
}

describe('a caller', () => {
  test.each([
    ['we know', ALICE, 60],
    ['we do not know', HERE, 5],
  ])('that %s has its own number of requests a minute (behaviour.md 18)', (_, key, limit) => {
    const { clock, wait } = open();
    expect(Array.from({ length: limit }, () => wait(key))).toEqual(Array.from({ length: limit }, () => 0));
    expect(wait(key)).toBe(60);
    clock.advance(59.5);
    expect(wait(key)).toBe(1);
    clock.advance(0.5);
    expect(wait(key)).toBe(0);
  });

  test('is limited by its own requests only, and refused ones do not count', () => {
    const { clock, wait } = open();
    for (let count = 0; count < 5; count++) wait(HERE);
    for (let count = 0; count < 100; count++) expect(wait(HERE)).toBe(60);
    expect([wait({ address: '::1' }), wait(ALICE), wait({ userId: 2 })]).toEqual([0, 0, 0]);
    clock.advance(60);
    expect(wait(HERE)).toBe(0);
  });

  test('whose address looks like the id of a user is not that user', () => {
    const { wait } = open();
    for (let count = 0; count < 5; count++) wait({ address: '1' });
    expect([wait({ address: '1' }), wait(ALICE)]).toEqual([60, 0]);
  });

  test('ignores times in the future after the clock was set back', () => {
    const { clock, wait } = open();
    for (let count = 0; count < 5; count++) wait(HERE);
    clock.advance(-86_400);
    expect(wait(HERE)).toBe(0);
  });

  test('is accepted exactly when fewer than its limit were accepted in the last minute', () => {
    const anyStep = fc.record({ address: fc.constantFrom('a', 'b'), after: fc.integer({ min: 0, max: 25 }) });
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const { clock, wait } = open();
        const passed = new Map<string, number[]>([
          ['a', []],
          ['b', []],
        ]);
        let now = 0;
        for (const { address, after } of steps) {
          clock.advance(after);
          now += after;
          const recent = (passed.get(address) ?? []).filter((at) => at > now - 60);
          const expected = recent.length < 5 ? 0 : (recent[0] ?? 0) + 60 - now;
          expect(wait({ address })).toBe(expected);
          if (expected === 0) passed.get(address)?.push(now);
        }
      }),
    );
  });
});

test('removing callers without recent requests keeps the others', () => {
  const { clock, wait } = open();
  for (let index = 0; index < 10_000; index++) wait({ address: `gone-${index}` });
  clock.advance(61);
  for (let count = 0; count < 5; count++) wait(HERE);
  for (let index = 0; index < 10_000; index++) wait({ address: `new-${index}` });
  expect(wait(HERE)).toBe(60);
  expect(wait({ address: 'gone-1' })).toBe(0);
});
