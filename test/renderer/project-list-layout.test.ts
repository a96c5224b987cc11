import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectListLayout } from '../../src-renderer/screens/projects/list/project-list-layout.ts';
import { PROJECT_LIST_GROUPS } from '../../src-server/model/projects/project-list.ts';

const given = { count: 6, grouped: true, groups: { running: 1, failing: 2, rest: 3 }, collapsed: [] };
const all = (places: ReturnType<typeof projectListLayout>) =>
  Array.from({ length: places.length }, (_, place) => places.itemAt(place));

test('a heading comes before each group', () => {
  expect(all(projectListLayout(given))).toEqual([
    { heading: 'running' },
    { offset: 0 },
    { heading: 'failing' },
    { offset: 1 },
    { offset: 2 },
    { heading: 'rest' },
    ...[{ offset: 3 }, { offset: 4 }, { offset: 5 }],
  ]);
});

test('of a collapsed group only its heading is left', () => {
  expect(all(projectListLayout({ ...given, collapsed: ['failing'] }))).toEqual([
    ...[{ heading: 'running' }, { offset: 0 }, { heading: 'failing' }, { heading: 'rest' }],
    ...[{ offset: 3 }, { offset: 4 }, { offset: 5 }],
  ]);
});

test('one group alone needs no heading, unless it is collapsed', () => {
  const groups = { running: 0, failing: 0, rest: 2 };
  expect(all(projectListLayout({ ...given, count: 2, groups }))).toEqual([{ offset: 0 }, { offset: 1 }]);
  expect(all(projectListLayout({ ...given, count: 2, groups, collapsed: ['rest'] }))).toEqual([
    { heading: 'rest' },
  ]);
});

test('every offset outside collapsed groups has one place, in order', () => {
  const size = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(
      size,
      size,
      size,
      fc.subarray([...PROJECT_LIST_GROUPS]),
      fc.boolean(),
      (running, failing, rest, collapsed, grouped) => {
        const groups = { running, failing, rest };
        const places = projectListLayout({ count: running + failing + rest, grouped, groups, collapsed });
        const offsets = all(places).flatMap((place) => (place && 'offset' in place ? [place.offset] : []));
        const hidden = grouped ? collapsed : [];
        const starts = { running: 0, failing: running, rest: running + failing };
        const expected = PROJECT_LIST_GROUPS.flatMap((group) =>
          hidden.includes(group) ? [] : Array.from({ length: groups[group] }, (_, at) => starts[group] + at),
        );
        expect(offsets).toEqual(expected);
        expect([places.itemAt(-1), places.itemAt(places.length), places.offsetOf(places.length)]).toEqual([
          ...[undefined, undefined, undefined],
        ]);
      },
    ),
  );
});
