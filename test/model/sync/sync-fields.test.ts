import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canonicalJson,
  pulledFields,
  pushedFields,
  SYNC_FIELDS,
  SYNC_KINDS,
  sameValue,
} from '../../../src-server/model/sync/sync-fields.ts';
import { SYNC_DOCS_FILE, withFieldTable } from '../../support/sync/write-field-table.ts';

test('docs/handbook/pages/sync.md says of each field where it goes', () => {
  const page = readFileSync(SYNC_DOCS_FILE, 'utf8');
  // Written by `npm run docs:sync-fields`.
  expect(withFieldTable(page)).toBe(page);
});

test('every field goes somewhere; the service for everybody has no privacy', () => {
  for (const kind of SYNC_KINDS) {
    const all = Object.keys(SYNC_FIELDS[kind]);
    expect(pushedFields(kind, 'business')).toEqual(all);
    const withoutPrivacy = all.filter((name) => !name.endsWith('privacy_level'));
    expect(pushedFields(kind, 'community')).toEqual(withoutPrivacy);
    expect(pushedFields(kind, 'lectern')).toEqual(withoutPrivacy);
    expect(pulledFields(kind, 'community').filter((name) => !withoutPrivacy.includes(name))).toEqual([]);
  }
  expect(pulledFields('project', 'business')).not.toContain('analytics_code');
  expect(pulledFields('variable', 'business')).toEqual(['name', 'public']);
});

test('equal values have one text, whatever the order of their keys', () => {
  const shuffled = (value: unknown): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : Array.isArray(value)
        ? value.map(shuffled)
        : Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, inner]) => [name, shuffled(inner)]),
          );
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (json) => {
      const value = JSON.parse(JSON.stringify(json)) as Parameters<typeof canonicalJson>[0];
      const other = shuffled(value) as typeof value;
      expect(canonicalJson(other)).toBe(canonicalJson(value));
      expect(sameValue(value, other)).toBe(true);
      expect(JSON.parse(canonicalJson(value))).toEqual(value);
    }),
    { numRuns: 200 },
  );
  expect([sameValue([1, 2], [2, 1]), sameValue(null, undefined), sameValue('1', 1)]).toEqual([
    false,
    false,
    false,
  ]);
});
