import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type MergeInput,
  mergeAnswer,
  mergeFields,
  outgoingFields,
  resolveConflict,
  sameField,
} from '../../../src-server/model/sync/merge.ts';
import type { Fields } from '../../../src-server/model/sync/sync-fields.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const NOTHING = { theirs: null, ignored: {} };

describe('mergeFields', () => {
  test.each<[string, Fields | null, Fields, Fields, ReturnType<typeof mergeFields>]>([
    [
      'only the service changed',
      { a: 1 },
      { a: 1 },
      { a: 2 },
      { take: { a: 2 }, base: { a: 2 }, theirs: null },
    ],
    ['only this side changed', { a: 1 }, { a: 2 }, { a: 1 }, { take: {}, base: { a: 1 }, theirs: null }],
    ['both to the same value', { a: 1 }, { a: 2 }, { a: 2 }, { take: {}, base: { a: 2 }, theirs: null }],
    ['both, different', { a: 1 }, { a: 2 }, { a: 3 }, { take: {}, base: { a: 1 }, theirs: { a: 3 } }],
    ['nobody', { a: 1 }, { a: 1 }, { a: 1 }, { take: {}, base: { a: 1 }, theirs: null }],
    [
      'each another field',
      { a: 1, b: 1 },
      { a: 2, b: 1 },
      { a: 1, b: 2 },
      { take: { b: 2 }, base: { a: 1, b: 2 }, theirs: null },
    ],
    ['the same, nothing agreed before', null, { a: 1 }, { a: 1 }, { take: {}, base: { a: 1 }, theirs: null }],
    ['different, nothing agreed before', null, { a: 1 }, { a: 2 }, { take: {}, base: {}, theirs: { a: 2 } }],
    ['the service does not say', { a: 1 }, { a: 2 }, {}, { take: {}, base: { a: 1 }, theirs: null }],
    ['never answered, first linked', null, { a: 1 }, {}, { take: {}, base: { a: 1 }, theirs: null }],
    ['no opinion here', { a: 1 }, {}, { a: 2 }, { take: { a: 2 }, base: { a: 2 }, theirs: null }],
    ['no opinion here, first linked', null, {}, { a: 2 }, { take: { a: 2 }, base: { a: 2 }, theirs: null }],
    [
      'lists of equal items',
      { a: ['x'] },
      { a: ['x'] },
      { a: ['x'] },
      { take: {}, base: { a: ['x'] }, theirs: null },
    ],
  ])('%s', (_, base, local, remote, merged) => {
    expect(mergeFields({ base, local, remote })).toEqual(merged);
  });

  test.each<[string, number[], number[], number[], 'agreed' | 'taken' | 'outgoing' | 'conflict']>([
    ['one that only the service has', [1, 2], [1, 2], [1, 9, 2], 'agreed'],
    ['one that was deleted here', [1, 2, 3], [1, 3], [1, 2, 3], 'agreed'],
    ['moved there', [1, 2, 3], [1, 2, 3], [3, 1, 2], 'taken'],
    ['moved here', [1, 2, 3], [3, 1, 2], [1, 2, 3], 'outgoing'],
    ['moved on both sides', [1, 2, 3], [3, 1, 2], [2, 1, 3], 'conflict'],
    ['moved alike', [1, 2, 3], [3, 1, 2], [3, 1, 2], 'agreed'],
  ])('the order of redirects: %s', (_, base, local, remote, expected) => {
    const order = (keys: number[]): Fields => ({ redirect_order: keys });
    const merged = mergeFields({ base: order(base), local: order(local), remote: order(remote) });
    const isOutgoing = outgoingFields({ ...NOTHING, base: merged.base }, order(local)).length > 0;
    const outcome = merged.theirs
      ? 'conflict'
      : 'redirect_order' in merged.take
        ? 'taken'
        : isOutgoing
          ? 'outgoing'
          : 'agreed';
    expect(outcome).toBe(expected);
  });

  const value = fc.oneof(fc.constantFrom(0, 1, 2), fc.constantFrom(['a'], ['a', 'b']), fc.constant(null));
  const fields = fc.record({ a: value, b: value, c: value }, { requiredKeys: [] });
  // Fields without an opinion here are in the table above.
  const local = fc.record({ a: value, b: value, c: value });
  const states: fc.Arbitrary<MergeInput> = fc.record({ base: fc.option(fields), local, remote: fields });

  test('no value disappears that nobody replaced: each field is agreed, taken, outgoing or in conflict', () => {
    fc.assert(
      fc.property(states, (input) => {
        const { take, base, theirs } = mergeFields(input);
        const after = { ...input.local, ...take };
        for (const [name, there] of Object.entries(input.remote)) {
          const isConflict = theirs !== null && name in theirs;
          const isOutgoing = outgoingFields({ base, theirs, ignored: {} }, after).includes(name);
          expect([isConflict, isOutgoing, sameField(name, after[name], there)].filter(Boolean)).toHaveLength(
            1,
          );
          // What was changed here stays here, whatever the service says.
          if (name in input.local && !sameField(name, input.local[name], input.base?.[name]))
            expect(after[name]).toEqual(input.local[name]);
        }
      }),
      { numRuns: propertyRuns(300, 20_000) },
    );
  });

  test('a second pull of the same takes nothing and changes nothing', () => {
    fc.assert(
      fc.property(states, ({ base, local, remote }) => {
        const first = mergeFields({ base, local, remote });
        const second = mergeFields({ base: first.base, local: { ...local, ...first.take }, remote });
        expect(second).toEqual({ ...first, take: {} });
      }),
      { numRuns: propertyRuns(300, 20_000) },
    );
  });

  test('after all conflicts are resolved and what is outgoing is pushed, both sides are equal', () => {
    fc.assert(
      fc.property(states, fc.constantFrom('mine' as const, 'theirs' as const), (input, side) => {
        const merged = mergeFields(input);
        const resolved = resolveConflict(merged, side);
        const local = { ...input.local, ...merged.take, ...resolved.take };
        const outgoing = outgoingFields({ ...NOTHING, base: resolved.base }, local);
        const sent = Object.fromEntries(outgoing.map((name) => [name, local[name] ?? null]));
        const remote = { ...input.remote, ...sent };
        for (const name of Object.keys(input.remote)) expect(remote[name]).toEqual(local[name]);
        expect(resolved.theirs).toBe(null);
      }),
      { numRuns: propertyRuns(300, 20_000) },
    );
  });
});

describe('mergeAnswer', () => {
  const link = { base: { a: 1, b: 1 }, theirs: null, ignored: {} };

  test('a field that was sent moves its base, another one merges as in a pull', () => {
    const merged = mergeAnswer({ link, local: { a: 2, b: 1 }, sent: { a: 2 }, remote: { a: 2, b: 5 } });
    expect(merged).toEqual({ take: { b: 5 }, base: { a: 2, b: 5 }, theirs: null, ignored: {} });
  });

  test('a value that the service did not take is ignored until it is changed here', () => {
    const { base, ignored } = mergeAnswer({
      link,
      local: { a: 2, b: 1 },
      sent: { a: 2 },
      remote: { a: 1, b: 1 },
    });
    expect({ base, ignored }).toEqual({ base: { a: 1, b: 1 }, ignored: { a: 2 } });
    const state = { base, theirs: null, ignored };
    expect(outgoingFields(state, { a: 2, b: 1 })).toEqual([]);
    expect(outgoingFields(state, { a: 3, b: 1 })).toEqual(['a']);
    expect(mergeFields({ base, local: { a: 2, b: 1 }, remote: { a: 1, b: 1 } })).toEqual({
      take: {},
      base,
      theirs: null,
    });
  });

  test('a value that was taken in another form is ignored, and no conflict', () => {
    const { base, ignored, theirs } = mergeAnswer({
      ...{ link, local: { a: 'x', b: 1 }, sent: { a: 'x' }, remote: { a: 'x.git', b: 1 } },
    });
    expect([base, ignored, theirs]).toEqual([{ a: 'x.git', b: 1 }, { a: 'x' }, null]);
  });

  test('what is sent again and taken is no longer ignored', () => {
    const { ignored } = mergeAnswer({
      ...{ link: { ...link, ignored: { a: 9, b: 7 } }, local: { a: 2, b: 1 } },
      ...{ sent: { a: 2 }, remote: { a: 2, b: 1 } },
    });
    expect(ignored).toEqual({ b: 7 });
  });

  test('a field that the service never answers counts as taken', () => {
    const { base, ignored } = mergeAnswer({ link, local: { a: 2, b: 1 }, sent: { a: 2 }, remote: { b: 1 } });
    expect([base, ignored]).toEqual([{ a: 2, b: 1 }, {}]);
  });

  test('after a creation the values of the service are no conflict: those here are outgoing', () => {
    const created = { base: null, theirs: null, ignored: {} };
    const local = { a: 2, b: 7 };
    const { base, theirs, take } = mergeAnswer({
      link: created,
      local,
      sent: { a: 2 },
      remote: { a: 2, b: 1 },
    });
    expect([theirs, take, outgoingFields({ ...NOTHING, base }, local)]).toEqual([null, {}, ['b']]);
  });
});

describe('resolveConflict', () => {
  const link = { base: { a: 1, b: 1, c: 1 }, theirs: { a: 3, b: 4 } };

  test('mine: what is there becomes base, so that the value here is outgoing', () => {
    const { take, base, theirs } = resolveConflict(link, 'mine', ['a']);
    expect([take, base, theirs]).toEqual([{}, { a: 3, b: 1, c: 1 }, { b: 4 }]);
    expect(outgoingFields({ base, theirs, ignored: {} }, { a: 2, b: 2, c: 1 })).toEqual(['a']);
  });

  test('theirs: the value there is written here', () => {
    expect(resolveConflict(link, 'theirs')).toEqual({
      take: { a: 3, b: 4 },
      base: { a: 3, b: 4, c: 1 },
      theirs: null,
    });
  });
});
