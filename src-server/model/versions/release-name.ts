import semver from 'semver';

/** A version's name parsed as a release. */
export type ReleaseName = {
  /** The release in Semantic Versioning: `2.4.0-rc.1` for `v2.4rc1`. */
  readonly semver: string;
  readonly preRelease: boolean;
};

/** Longer names are never releases. */
const MAX_LENGTH = 255;
/** Prefixes of a number without a dot: `v2`, `release-2`. `2.4` may have any prefix, as in `docs-2.4`. */
const RELEASE_PREFIXES = /^(?:v|r|rel|release|releases|version|versions|ver|tag|tags)$/;
const NUMBERS = /^(?<v>v(?:er(?:sion)?)?[-_. ]?)?(?<numbers>\d+(?:\.\d+)*)(?:\.[x*])?(?<rest>.*)$/;
/** Releases by date. */
const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const PREFIX = /^(?<prefix>(?:.*[a-z0-9])?)[-_/@ ](?=v?\d)/;
const PRE_RELEASE =
  /^[-_.~ ]?(?<word>alpha|beta|preview|pre|rc|cr|dev|snapshot|nightly|canary|next|milestone|eap?|a|b|c|m)[-_.]?(?<number>\d*)(?<more>(?:[-_.](?:dev|post)?\d*)*)$/;
/** Suffixes that are not pre-releases: PEP 440's post-releases, and additions of builds and people. */
const POST_RELEASE = /^(?:-\d+|[-_.]?(?:post|r|rev|final|ga|release|lts|stable)[-_.]?\d*)$/;
const BUILD = /\+[0-9a-z.-]+$/;

/**
 * Parses `v2.4`, `2.4`, `release-2.4`, `2.4.x`, `2.4.0rc1`, `2.4.0-rc.1`; returns undefined for other names, such as
 * `main`, `fix-12-typo` or a commit. Missing parts are 0; a fourth number is ignored.
 */
export function parseReleaseName(name: string): ReleaseName | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const plain = name.trim().toLowerCase().replace(DATE, '$1.$2.$3');
  const prefix = NUMBERS.test(plain) ? '' : PREFIX.exec(plain)?.groups?.prefix;
  if (prefix === undefined) return undefined;
  const {
    v,
    numbers = '',
    rest = '',
  } = NUMBERS.exec(prefix === '' ? plain : plain.slice(prefix.length + 1))?.groups ?? {};
  const isPlain = prefix === '' || RELEASE_PREFIXES.test(prefix);
  if (numbers === '' || (!isPlain && v === undefined && !numbers.includes('.'))) return undefined;
  const suffix = parsePreRelease(rest.replace(BUILD, ''), isPlain && /^\d+\.\d+\.\d+$/.test(numbers));
  if (suffix === undefined) return undefined;
  const [major = 0, minor = 0, patch = 0] = numbers.split('.').map(Number);
  const parsed = semver.parse(`${major}.${minor}.${patch}${suffix === '' ? '' : `-${suffix}`}`);
  return parsed ? { semver: parsed.version, preRelease: parsed.prerelease.length > 0 } : undefined;
}

/** Returns the pre-release in Semantic Versioning, '' for none, undefined when the name is not a release. */
function parsePreRelease(rest: string, isWhole: boolean): string | undefined {
  if (rest === '' || POST_RELEASE.test(rest)) return '';
  const found = PRE_RELEASE.exec(rest)?.groups;
  if (found) return found.number ? `${found.word}.${Number(found.number)}` : `${found.word}`;
  // After a complete version, Semantic Versioning reads any suffix as a pre-release; elsewhere it is just words.
  const [, strict] = /^-([0-9a-z][0-9a-z.-]*)$/.exec(rest) ?? [];
  return isWhole && strict !== undefined && semver.valid(`1.0.0-${strict}`) ? strict : undefined;
}
