import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shelfPlaces } from '../../src-renderer/screens/projects/list/shelf-places.ts';
import { SHELF_GROUPS } from '../../src-server/model/projects/shelf.ts';

const given = { count: 6, grouped: true, groups: { running: 1, failing: 2, rest: 3 }, folded: [] };
const all = (places: ReturnType<typeof shelfPlaces>) =>
  Array.from({ length: places.length }, (_, place) => places.at(place));

test('a heading stands before each group', () => {
  expect(all(shelfPlaces(given))).toEqual([
    { heading: 'running' },
    { offset: 0 },
    { heading: 'failing' },
    { offset: 1 },
    { offset: 2 },
    { heading: 'rest' },
    ...[{ offset: 3 }, { offset: 4 }, { offset: 5 }],
  ]);
});

test('of a folded group only its heading is left', () => {
  expect(all(shelfPlaces({ ...given, folded: ['failing'] }))).toEqual([
    ...[{ heading: 'running' }, { offset: 0 }, { heading: 'failing' }, { heading: 'rest' }],
    ...[{ offset: 3 }, { offset: 4 }, { offset: 5 }],
  ]);
});

test('one group alone needs no heading, unless it is folded', () => {
  const groups = { running: 0, failing: 0, rest: 2 };
  expect(all(shelfPlaces({ ...given, count: 2, groups }))).toEqual([{ offset: 0 }, { offset: 1 }]);
  expect(all(shelfPlaces({ ...given, count: 2, groups, folded: ['rest'] }))).toEqual([{ heading: 'rest' }]);
});

test('every offset that is not folded has one place, in order', () => {
  const size = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(
      size,
      size,
      size,
      fc.subarray([...SHELF_GROUPS]),
      fc.boolean(),
      (running, failing, rest, folded, grouped) => {
        const groups = { running, failing, rest };
        const places = shelfPlaces({ count: running + failing + rest, grouped, groups, folded });
        const offsets = all(places).flatMap((place) => (place && 'offset' in place ? [place.offset] : []));
        const hidden = grouped ? folded : [];
        const starts = { running: 0, failing: running, rest: running + failing };
        const expected = SHELF_GROUPS.flatMap((group) =>
          hidden.includes(group) ? [] : Array.from({ length: groups[group] }, (_, at) => starts[group] + at),
        );
        expect(offsets).toEqual(expected);
        expect([places.at(-1), places.at(places.length), places.offsetOf(places.length)]).toEqual([
          ...[undefined, undefined, undefined],
        ]);
      },
    ),
  );
});
