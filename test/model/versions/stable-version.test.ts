import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareVersionNames, stableVersion } from '../../../src-server/model/versions/stable-version.ts';
import type { VersionType } from '../../../src-server/model/versions/version.ts';

type Candidate = { verboseName: string; slug: string; type: VersionType; machine: boolean };

function tag(verboseName: string): Candidate {
  return { verboseName, slug: verboseName, type: 'tag', machine: false };
}
function branch(verboseName: string): Candidate {
  return { ...tag(verboseName), type: 'branch' };
}
function external(verboseName: string): Candidate {
  return { ...tag(verboseName), type: 'external' };
}
function managedVersion(verboseName: string, slug: string): Candidate {
  return { ...tag(verboseName), slug, machine: true };
}

describe('stableVersion', () => {
  test.each<[string, readonly Candidate[], string | undefined]>([
    ['the first tag wins over a higher branch', [tag('1.0'), tag('2.0rc1'), branch('3.0')], '1.0'],
    ['the highest branch where no tag is a release', [tag('nightly'), branch('1.0'), branch('2.0')], '2.0'],
    ['a tag whose only releases are early ones leaves it to branches', [tag('2.0a1'), branch('1.0')], '1.0'],
    ['nothing there', [], undefined],
    ['no release', [branch('master'), branch('latest'), branch('stable')], undefined],
    ['early releases', [tag('1.0rc1'), tag('2.0a1'), tag('1.0.dev1'), tag('1.0b2')], undefined],
    ['a post release counts', [tag('1.0'), tag('1.0.post1')], '1.0.post1'],
    ['a leading v is fine', [tag('v1.0'), tag('0.9')], 'v1.0'],
    ['numbers, not text', [tag('1.9'), tag('1.10')], '1.10'],
    ['.x stands for .0', [branch('1.x'), branch('0.9')], '1.x'],
    ['1.x is 1.0, below 1.0.1', [branch('1.x'), branch('1.0.1')], '1.0.1'],
    ['an epoch', [tag('2020.1'), tag('1!0.1')], '1!0.1'],
    ['a local version is above its release', [tag('1.0'), tag('1.0+local')], '1.0+local'],
    ['what has no ASCII form is dropped', [tag('1.0°'), tag('0.9')], '1.0°'],
    ['a pull request never counts', [external('12'), tag('1.0')], '1.0'],
    ['only pull requests', [external('12'), external('7')], undefined],
    [
      'our own stable and latest never count',
      [managedVersion('9.0', 'stable'), managedVersion('8', 'latest')],
      undefined,
    ],
    ['equal releases: as the list of versions has them', [tag('1.0'), tag('v1.0')], 'v1.0'],
    ['an unknown type counts as a branch', [{ ...tag('2.0'), type: 'unknown' }, tag('1.0')], '1.0'],
  ])('%s', (_, versions, expected) => {
    expect(stableVersion(versions)?.verboseName).toBe(expected);
    expect(stableVersion(versions.toReversed())?.verboseName).toBe(expected);
  });

  const number = fc.nat({ max: 30 });
  const releaseName = fc.tuple(number, number).map(([major, minor]) => `${major}.${minor}`);
  const early = fc
    .tuple(releaseName, fc.constantFrom('a1', 'b2', 'rc1', '.dev3'))
    .map((parts) => parts.join(''));
  const name = fc.oneof(releaseName, early, fc.constantFrom('master', 'latest', 'stable', 'feature'));
  const type = fc.constantFrom<VersionType>('tag', 'branch', 'external', 'unknown');
  const candidate = fc.record({ verboseName: name, type, machine: fc.boolean() });
  const candidates = fc
    .array(candidate)
    .map((list) => list.map((one, index) => ({ ...one, slug: `${one.verboseName}_${index}` })));
  const order = ({ verboseName }: Candidate): number => {
    const [major = 0, minor = 0] = verboseName.split('.').map(Number);
    return major * 100 + minor;
  };

  test('the highest release among tags, else among the rest', () => {
    fc.assert(
      fc.property(candidates, (versions) => {
        const releases = versions.filter(
          (one) => /^\d+\.\d+$/.test(one.verboseName) && one.type !== 'external',
        );
        const tags = releases.filter((one) => one.type === 'tag');
        const field = tags.length > 0 ? tags : releases;
        const chosen = stableVersion(versions);
        if (field.length === 0) expect(chosen).toBeUndefined();
        else expect(chosen && field.includes(chosen) && order(chosen)).toBe(Math.max(...field.map(order)));
      }),
    );
  });

  test('the order of the versions does not matter', () => {
    const shuffled = candidates.chain((versions) =>
      fc.tuple(fc.constant(versions), fc.shuffledSubarray(versions, { minLength: versions.length })),
    );
    fc.assert(
      fc.property(shuffled, ([versions, others]) => {
        expect(stableVersion(others)).toBe(stableVersion(versions));
      }),
    );
  });
});

describe('compareVersionNames', () => {
  test('the default branch, latest, stable, releases from the highest down, then the rest', () => {
    const names = ['feature', 'v9', '1.0rc1', 'stable', 'v10', 'master', '1.x', 'latest', 'zeta', '1.0.1'];
    expect(names.toSorted((a, b) => compareVersionNames(a, b))).toEqual([
      ...['master', 'latest', 'stable', 'v10', 'v9', '1.0.1', '1.x', '1.0rc1', 'zeta', 'feature'],
    ]);
  });

  test('the default branch is the repository type’s', () => {
    expect(['latest', 'master', 'default'].toSorted((a, b) => compareVersionNames(a, b, 'default'))).toEqual([
      ...['default', 'latest', 'master'],
    ]);
  });

  test('orders any names the same way from whichever order they come', () => {
    const names = fc.uniqueArray(
      fc.oneof(
        fc.string(),
        fc.constantFrom('1.0', 'v1.0', '1.0.0', '1.x', '2', '1!0', '1.0+a', 'latest', 'stable'),
      ),
    );
    fc.assert(
      fc.property(names, (some) => {
        const sorted = some.toSorted((a, b) => compareVersionNames(a, b));
        expect(some.toReversed().sort((a, b) => compareVersionNames(a, b))).toEqual(sorted);
      }),
    );
  });
});
