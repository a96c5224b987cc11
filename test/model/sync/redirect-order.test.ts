import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  placeOf,
  placesOfNew,
  type RedirectMove,
  redirectMoves,
  sameOrder,
  withKey,
} from '../../../src-server/model/sync/redirect-order.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Moves a redirect as the service does (live-service.md 5, "Position"). */
function apply(list: readonly number[], { key, position }: RedirectMove): number[] {
  return list.filter((other) => other !== key).toSpliced(Math.min(position, list.length - 1), 0, key);
}

/** Length of the longest run of keys that stand in both orders alike, found the slow way. */
function longestCommon([first, ...one]: readonly number[], other: readonly number[]): number {
  if (first === undefined) return 0;
  const without = longestCommon(one, other);
  const at = other.indexOf(first);
  return at === -1 ? without : Math.max(without, 1 + longestCommon(one, other.slice(at + 1)));
}

const keys = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 9 });

describe('redirectMoves', () => {
  test.each<[string, number[], number[], RedirectMove[]]>([
    ['nothing to do', [1, 2, 3], [1, 2, 3], []],
    ['the last to the front', [1, 2, 3], [3, 1, 2], [{ key: 3, position: 0 }]],
    ['the first to the end', [1, 2, 3], [2, 3, 1], [{ key: 1, position: 2 }]],
    ['one of the service alone stays', [9, 1, 2], [2, 1], [{ key: 2, position: 1 }]],
    ['one that is not there is left out', [1, 2], [2, 7, 1], [{ key: 2, position: 0 }]],
    ['empty lists', [], [], []],
  ])('%s', (_, there, wanted, moves) => {
    expect(redirectMoves(there, wanted)).toEqual(moves);
  });

  test('the fewest moves put the keys of both sides in the wanted order; no other passes another', () => {
    fc.assert(
      fc.property(keys, keys, (there, wanted) => {
        const moves = redirectMoves(there, wanted);
        const after = moves.reduce(apply, there as readonly number[]);
        expect(sameOrder(after, wanted)).toBe(true);
        const common = wanted.filter((key) => there.includes(key));
        expect(moves).toHaveLength(common.length - longestCommon(common, there));
        const others = (list: readonly number[]) => list.filter((key) => !wanted.includes(key));
        expect(others(after)).toEqual(others(there));
      }),
      { numRuns: propertyRuns(300, 20_000) },
    );
  });
});

describe('placeOf', () => {
  test.each<[string, number, (number | null)[], number[], number]>([
    ['in front', 0, [null, 1, 2], [1, 2], 0],
    ['behind the one before it', 1, [1, null, 2], [1, 2], 1],
    ['at the end', 2, [1, 2, null], [1, 2], 2],
    ['behind the nearest that is there', 3, [1, 5, null, null], [1, 2], 1],
    ['when none is there', 2, [5, 6, null], [], 0],
  ])('%s', (_, index, local, there, place) => {
    expect(placeOf(index, local, there)).toBe(place);
  });

  test('creating the new ones one after the other gives the order here', () => {
    fc.assert(
      fc.property(keys, fc.func(fc.boolean()), (local, isThere) => {
        let there = local.filter((key) => isThere(key));
        for (const [index, key] of local.entries()) {
          if (there.includes(key)) continue;
          const known = local.map((other) => (there.includes(other) ? other : null));
          there = withKey(there, key, placeOf(index, known, there));
        }
        expect(there).toEqual(local);
      }),
      { numRuns: propertyRuns(300, 20_000) },
    );
  });
});

describe('placesOfNew', () => {
  test('those in front move the places of the others; no more are placed than the service takes', () => {
    expect([...placesOfNew([null, 1, null, null, 2, null], [1, 2], 3)]).toEqual([
      ...[
        [0, 0],
        [2, 2],
        [3, 3],
      ],
    ]);
  });

  test('creating all in turn at their places gives the order here', () => {
    fc.assert(
      fc.property(keys, fc.func(fc.boolean()), (local, isThere) => {
        const there = local.filter((key) => isThere(key));
        const known = local.map((key) => (there.includes(key) ? key : null));
        const places = placesOfNew(known, there, 100);
        const after = [...places].reduce<number[]>(
          (list, [index, place]) => withKey(list, local[index] ?? 0, Math.min(place, list.length)),
          there,
        );
        expect(after).toEqual(local);
      }),
      { numRuns: propertyRuns(300, 20_000) },
    );
  });
});
