import { describe, expect, test } from 'vitest';
import { parseReleaseName } from '../../../src-server/model/versions/release-name.ts';
import type { VersionType } from '../../../src-server/model/versions/version.ts';
import {
  formatExcluded,
  patternError,
  selectVersions,
  type VersionPattern,
} from '../../../src-server/model/versions/version-pattern.ts';

const version = (verboseName: string, type: VersionType = 'tag') => ({ verboseName, type });

function chosen(pattern: Partial<VersionPattern>, names: readonly (string | ReturnType<typeof version>)[]) {
  const whole = {
    kind: 'semver',
    text: '*',
    tagsOnly: false,
    includePrereleases: false,
    ...pattern,
  } as const;
  const selection = selectVersions(
    whole,
    names.map((name) => (typeof name === 'string' ? version(name) : name)),
  );
  return {
    ...selection,
    matched: selection.matched.map(({ verboseName }) => verboseName),
    leftOut: selection.excluded.map(({ reason }) => reason),
    sentence: formatExcluded(selection),
  };
}

describe('a name read as a release', () => {
  test.each([
    ['2.4', '2.4.0'],
    ['v2.4', '2.4.0'],
    ['V2.4.1', '2.4.1'],
    ['2', '2.0.0'],
    ['v2', '2.0.0'],
    ['release-2', '2.0.0'],
    ['release-2.4', '2.4.0'],
    ['releases/v2.4.1', '2.4.1'],
    ['stable/2.4.x', '2.4.0'],
    ['2.x', '2.0.0'],
    ['docs-2.4', '2.4.0'],
    ['lib@2.4.0', '2.4.0'],
    ['1.2.3.4', '1.2.3'],
    ['2024.01', '2024.1.0'],
    ['2024-01-15', '2024.1.15'],
    ['20240115', '20240115.0.0'],
    ['2.4.0.post1', '2.4.0'],
    ['1.0-1', '1.0.0'],
    ['2.4.0+build.5', '2.4.0'],
    [' 2.4 ', '2.4.0'],
  ])('%s is %s', (name, semver) => {
    expect(parseReleaseName(name)).toEqual({ semver, preRelease: false });
  });

  test.each([
    ['v2.4.0rc1', '2.4.0-rc.1'],
    ['2.4.0-rc.1', '2.4.0-rc.1'],
    ['2.4.0-rc.01', '2.4.0-rc.1'],
    ['2.4b2', '2.4.0-b.2'],
    ['2.4 beta', '2.4.0-beta'],
    ['2.4.0.dev3', '2.4.0-dev.3'],
    ['2.4.0rc1.dev2', '2.4.0-rc.1'],
    ['2.4.0-1.2', '2.4.0-1.2'],
    ['2.4.0-foo', '2.4.0-foo'],
    ['release-2.4-alpha', '2.4.0-alpha'],
  ])('%s is the pre-release %s', (name, semver) => {
    expect(parseReleaseName(name)).toEqual({ semver, preRelease: true });
  });

  test.each([
    ...['', 'v', 'main', 'latest', 'stable', 'fix-12-typo', 'issue-42', 'py3', 'foo2.4', '4f3a2b1', '2..4'],
    ...[
      '2.4.',
      '-',
      'feature/foo-2.4-migration',
      'python-3.8-support',
      '99999999999999999999.1',
      '1'.repeat(300),
    ],
  ])('"%s" is not a release', (name) => {
    expect(parseReleaseName(name)).toBeUndefined();
  });

  test('is as fast for a name that was made to be slow', () => {
    expect(parseReleaseName(`${'a-'.repeat(120)}1.`)).toBeUndefined();
    expect(parseReleaseName(`1.0rc${'-.'.repeat(120)}!`)).toBeUndefined();
  });
});

describe('a range', () => {
  test('takes releases in it, however they are written', () => {
    const { matched, leftOut, error } = chosen({ text: '>=2.2 <2.5' }, [
      ...['v2.1', 'v2.2', '2.3.7', 'release-2.4', '2.5', 'v2.5.0', 'main', 'v2.4.9'],
    ]);
    expect(matched).toEqual(['v2.2', '2.3.7', 'release-2.4', 'v2.4.9']);
    expect({ leftOut, error }).toEqual({ leftOut: [], error: null });
  });

  test('leaves out pre-releases and branches that fit, and says so', () => {
    const names = ['v2.4.0', 'v2.4.0rc1', version('2.4', 'branch'), 'v2.5.0rc1', version('dev', 'branch')];
    const { matched, sentence } = chosen({ text: '>=2.2 <2.5', tagsOnly: true }, names);
    expect(matched).toEqual(['v2.4.0']);
    expect(sentence).toBe('Left out: v2.4.0rc1 is a pre-release, 2.4 is a branch.');
  });

  test('takes pre-releases when asked, also of the lowest release but not of the one beyond', () => {
    const names = ['v2.2rc1', 'v2.4.0rc1', 'v2.5.0rc1', 'v2.5'];
    expect(chosen({ text: '>=2.2 <2.5', includePrereleases: true }, names).matched).toEqual([
      'v2.2rc1',
      'v2.4.0rc1',
    ]);
  });

  test.each([
    ['^2', ['2.0', '2.9.1'], ['1.9', '3.0']],
    ['~2.4', ['2.4.9'], ['2.5']],
    ['2.x', ['2.4'], ['3.0']],
    ['1 - 2', ['1.0', '2.9'], ['3.0']],
    ['<1 || >=3', ['0.9', '3.0'], ['2.0']],
    ['>=2.2,<2.5', ['2.3'], ['2.5']],
    ['==2.4', ['2.4.1'], ['2.5']],
    ['>=v2.2', ['2.2'], ['2.1']],
    ['*', ['0.1', '99'], ['main']],
  ])('%s', (text, inside, outside) => {
    expect(chosen({ text }, [...inside, ...outside]).matched).toEqual(inside);
  });

  test.each(['>=', 'foo', '!=2.4', '>=2.2 <', '2.4 or so'])('"%s" is refused', (text) => {
    const { error, matched } = chosen({ text }, ['2.4']);
    expect(error).toBe(`"${text}" is not a range of versions. Use one such as >=2.2 <2.5 or ^2.4`);
    expect(matched).toEqual([]);
  });
});

describe('a regular expression', () => {
  test('is found anywhere in the name, case counting', () => {
    const names = ['v2.0', 'xv2', 'V2.0', version('v2-branch', 'branch')];
    expect(chosen({ kind: 'regex', text: 'v2' }, names).matched).toEqual(['v2.0', 'xv2', 'v2-branch']);
    expect(chosen({ kind: 'regex', text: '^v2' }, names).matched).toEqual(['v2.0', 'v2-branch']);
    expect(chosen({ kind: 'regex', text: '(?i)^v2\\.0$' }, names).matched).toEqual(['v2.0', 'V2.0']);
  });

  test('obeys the options too', () => {
    const names = ['v2.0', 'v2.1rc1', version('v2.x', 'branch'), version('v2?', 'unknown')];
    const { matched, leftOut } = chosen({ kind: 'regex', text: '^v2', tagsOnly: true }, names);
    expect(matched).toEqual(['v2.0']);
    expect(leftOut).toEqual(['v2.1rc1 is a pre-release', 'v2.x is a branch', 'v2? is not a tag']);
  });

  test.each([
    ['(', 'missing closing ): `(`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['*', 'missing argument to repetition operator: `*`'],
  ])('%s is refused with the reason', (text, reason) => {
    expect(chosen({ kind: 'regex', text }, ['a']).error).toBe(`This is not a regular expression: ${reason}`);
  });

  test('that takes other engines forever is fast here', () => {
    const names = Array.from({ length: 200 }, () => `${'a'.repeat(250)}!`);
    expect(chosen({ kind: 'regex', text: '^(a+)+$' }, names).matched).toEqual([]);
  });
});

describe('any pattern', () => {
  test.each(['regex', 'semver'] as const)('of kind %s must not be empty', (kind) => {
    expect(patternError({ kind, text: '  ' })).toMatch(/^Enter a /);
    expect(patternError({ kind, text: '1'.repeat(501) })).toBe('Enter at most 500 characters.');
    expect(patternError({ kind, text: '2' })).toBeUndefined();
  });

  test('never takes a pull request', () => {
    const names = [version('2', 'external')];
    expect(chosen({ text: '*' }, names).matched).toEqual([]);
    expect(chosen({ kind: 'regex', text: '.' }, names)).toMatchObject({ matched: [], leftOut: [] });
  });

  test('names a few of many versions that it leaves out', () => {
    const names = Array.from({ length: 8 }, (_, at) => `1.0rc${at}`);
    expect(chosen({ text: '>=1' }, names).sentence).toMatch(
      /^Left out: 1\.0rc0 is a pre-release, .*, and 3 more\.$/,
    );
    expect(chosen({ text: '>=1' }, []).sentence).toBe('');
  });
});
