import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  PROJECT_SLUG,
  projectSlug,
  uniqueVersionSlug,
  VERSION_SLUG,
  versionSlug,
} from '../../../src-server/model/base/slug.ts';

/** Text of all kinds: plain, with separators, with letters that have no ASCII form. */
const anyName = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'aZ9 _-./%!?éß°ə') }),
  fc.string({ minLength: 200, maxLength: 400, unit: fc.constantFrom('a', '-', 'é') }),
);

describe('projectSlug', () => {
  test.each([
    ['Test Project', 'test-project'],
    ['Foo_Bar', 'foo-bar'],
    ['  pip  ', 'pip'],
    ['camión', 'camion'],
    ['a - b__c', 'a-b-c'],
    ['C++ & Co.', 'c-co'],
    ['-pip-', 'pip'],
    ['_pip_', 'pip'],
    ['!!!', ''],
    ['---', ''],
    ['日本', ''],
    ['', ''],
    ['x'.repeat(70), 'x'.repeat(63)],
    [`${'x'.repeat(62)} y`, 'x'.repeat(62)],
  ])('%j gives %j', (name, slug) => {
    expect(projectSlug(name)).toBe(slug);
  });

  test('is empty or a valid host name label, and is its own slug', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const slug = projectSlug(name);
        expect(slug.length).toBeLessThanOrEqual(63);
        if (slug !== '') {
          expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
          expect(slug).toMatch(PROJECT_SLUG);
        }
        expect(projectSlug(slug)).toBe(slug);
      }),
    );
  });
});

describe('versionSlug', () => {
  test.each([
    ['releases/1.0', 'releases-1.0'],
    ['1!0', '1-0'],
    ['1%0', '1-0'],
    ['1?0', '1-0'],
    ['camión', 'camion'],
    ['ŭñíč°də-branch', 'unicd-branch'],
    ['-', 'unknown'],
    ['-./.-', 'unknown'],
    ['', 'unknown'],
    ['v1.0_RC', 'v1.0_rc'],
    ['my branch', 'my-branch'],
    ['a#b', 'ab'],
    ['⑴0', '10'],
    ['x'.repeat(300), 'x'.repeat(255)],
  ])('%j gives %j', (name, slug) => {
    expect(versionSlug(name)).toBe(slug);
  });

  test('is one segment of a path, and is its own slug', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const slug = versionSlug(name);
        expect(slug).toMatch(/^[a-z0-9][a-z0-9._-]{0,254}$/);
        expect(slug).toMatch(VERSION_SLUG);
        expect(versionSlug(slug)).toBe(slug);
      }),
    );
  });
});

describe('uniqueVersionSlug', () => {
  function inTurn(...names: readonly string[]): string[] {
    const taken = new Set<string>();
    return names.map((name) => {
      const slug = uniqueVersionSlug(name, (candidate) => taken.has(candidate));
      taken.add(slug);
      return slug;
    });
  }

  test('names with the same slug get suffixes in their order', () => {
    expect(inTurn('1!0', '1%0', '1?0')).toEqual(['1-0', '1-0_a', '1-0_b']);
    expect(inTurn('-', '-./.-')).toEqual(['unknown', 'unknown_a']);
    expect(inTurn('release/1.0', 'release-1.0')).toEqual(['release-1.0', 'release-1.0_a']);
  });

  test('the suffixes count in base 26', () => {
    const slugs = inTurn(...Array.from({ length: 1 + 26 * 26 + 1 }, () => 'v'));
    expect(slugs.slice(25, 29)).toEqual(['v_y', 'v_z', 'v_ba', 'v_bb']);
    expect(slugs.at(-1)).toBe('v_baa');
  });

  test('a long name is shortened to make room for its suffix', () => {
    const [first, second] = inTurn('x'.repeat(300), 'x'.repeat(300));
    expect(first).toHaveLength(255);
    expect(second).toBe(`${'x'.repeat(253)}_a`);
  });

  test('is never one that is taken', () => {
    const slugs = fc.constantFrom('a', 'a_a', 'a_b', 'a_c', 'unknown', 'unknown_a', 'b', 'b_a');
    fc.assert(
      fc.property(fc.uniqueArray(slugs), fc.oneof(anyName, fc.constantFrom('a', 'b', '-')), (taken, name) => {
        const slug = uniqueVersionSlug(name, (candidate) => taken.some((one) => one === candidate));
        expect(taken).not.toContain(slug);
        expect(slug).toMatch(/^[a-z0-9][a-z0-9._-]{0,254}$/);
        expect(slug.startsWith(versionSlug(name).slice(0, 250))).toBe(true);
      }),
    );
  });
});
