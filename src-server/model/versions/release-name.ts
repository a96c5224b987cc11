import semver from 'semver';

/** A version's name read as a release. */
export type ReleaseName = {
  /** The same release as Semantic Versioning writes it: `2.4.0-rc.1` for `v2.4rc1`. */
  readonly semver: string;
  readonly preRelease: boolean;
};

/** Longer names are no releases that anybody made. */
const MAX_LENGTH = 255;
/** What may stand before a number without a dot: `v2`, `release-2`. Before `2.4` anything may, `docs-2.4` too. */
const RELEASE_PREFIXES = /^(?:v|r|rel|release|releases|version|versions|ver|tag|tags)$/;
const NUMBERS = /^(?<v>v(?:er(?:sion)?)?[-_. ]?)?(?<numbers>\d+(?:\.\d+)*)(?:\.[x*])?(?<rest>.*)$/;
/** Some release by date. */
const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const PREFIX = /^(?<prefix>(?:.*[a-z0-9])?)[-_/@ ](?=v?\d)/;
const PRE_RELEASE =
  /^[-_.~ ]?(?<word>alpha|beta|preview|pre|rc|cr|dev|snapshot|nightly|canary|next|milestone|eap?|a|b|c|m)[-_.]?(?<number>\d*)(?<more>(?:[-_.](?:dev|post)?\d*)*)$/;
/** Behind a release, not before it: PEP 440's post-releases, and what builds and people add. */
const POST_RELEASE = /^(?:-\d+|[-_.]?(?:post|r|rev|final|ga|release|lts|stable)[-_.]?\d*)$/;
const BUILD = /\+[0-9a-z.-]+$/;

/**
 * Reads `v2.4`, `2.4`, `release-2.4`, `2.4.x`, `2.4.0rc1`, `2.4.0-rc.1`; undefined for a name that is no release, such
 * as `main`, `fix-12-typo` or a commit. Parts that are missing are 0; a fourth number is passed over.
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

/** The pre-release as Semantic Versioning writes it, '' for none, undefined when the name is no release. */
function parsePreRelease(rest: string, isWhole: boolean): string | undefined {
  if (rest === '' || POST_RELEASE.test(rest)) return '';
  const found = PRE_RELEASE.exec(rest)?.groups;
  if (found) return found.number ? `${found.word}.${Number(found.number)}` : `${found.word}`;
  // Whatever else stands behind a whole version is a pre-release to Semantic Versioning; elsewhere it is just words.
  const [, strict] = /^-([0-9a-z][0-9a-z.-]*)$/.exec(rest) ?? [];
  return isWhole && strict !== undefined && semver.valid(`1.0.0-${strict}`) ? strict : undefined;
}
