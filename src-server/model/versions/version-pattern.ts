import { RE2JS, RE2JSException } from 're2js';
import semver from 'semver';
import { z } from 'zod';
import { parseReleaseName } from './release-name.ts';
import type { Version } from './version.ts';

/** The two kinds of patterns. */
export const PATTERN_KINDS = ['regex', 'semver'] as const;
export type PatternKind = (typeof PATTERN_KINDS)[number];

/** The maximum length of a pattern. */
const MAX_LENGTH = 500;
/** The most instructions of a compiled regular expression; a usual one has below 100. */
const MAX_SIZE = 1000;
/** The size of a regular expression that takes as long as a range. */
const RANGE_SIZE = 30;
/** Instructions times characters, for all names together and between two turns: a million is below 100 ms. */
const MAX_COST = 50_000_000;
const COST_AT_ONCE = 200_000;
const TOO_LARGE =
  'This pattern takes too long to match. Shorten it, or repeat less, such as {1,9} in place of {1,500}.';

/** A test of names; its time grows with the size and the length of the name. */
type CompiledPattern = { readonly size: number; readonly fits: (name: string) => boolean };

/** Selects versions by a regular expression found anywhere in the name, or by a range of releases. */
export const VersionPattern = z.object({
  kind: z.enum(PATTERN_KINDS),
  text: z.string(),
  /** Excludes branches, whatever their names. */
  tagsOnly: z.boolean(),
  /** Whether pre-releases such as `2.4.0rc1` are included. */
  includePrereleases: z.boolean(),
});
export type VersionPattern = z.infer<typeof VersionPattern>;

/** The fields of a version that a pattern checks. */
export type PatternCandidate = Pick<Version, 'verboseName' | 'type'>;

/** The versions that a pattern selects, in the given order. */
export type VersionSelection<V> = {
  /** The problem of an invalid pattern, which selects nothing; null for a valid one. */
  readonly error: string | null;
  readonly matched: readonly V[];
  /** Versions that match the pattern but are excluded by an option, with the reason: `2.4 is a branch`. */
  readonly excluded: readonly { readonly version: V; readonly reason: string }[];
};

/** Selects the versions that match a pattern, never pull requests. */
export function selectVersions<V extends PatternCandidate>(
  pattern: VersionPattern,
  versions: readonly V[],
): VersionSelection<V> {
  const steps = selectInSteps(pattern, versions);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Selects versions like `selectVersions`; each `yield` is a place to let other work go on (safety S9). Takes linear time,
 * since regular expressions run without backtracking, and refuses a pattern that would take long nevertheless.
 */
export function* selectInSteps<V extends PatternCandidate>(
  pattern: VersionPattern,
  versions: readonly V[],
): Generator<undefined, VersionSelection<V>> {
  const matched: V[] = [];
  const excluded: { version: V; reason: string }[] = [];
  const compiled = compilePattern(pattern);
  if (typeof compiled === 'string') return { error: compiled, matched, excluded };
  const costOf = ({ verboseName }: V) => (verboseName.length + 1) * compiled.size;
  const cost = versions.reduce((sum, version) => sum + costOf(version), 0);
  if (cost > MAX_COST) return { error: TOO_LARGE, matched, excluded };
  let costSinceYield = 0;
  for (const version of versions) {
    costSinceYield += costOf(version);
    if (costSinceYield > COST_AT_ONCE) {
      costSinceYield = 0;
      yield;
    }
    if (version.type === 'external' || !compiled.fits(version.verboseName)) continue;
    const reason = exclusionReason(pattern, version);
    if (reason === undefined) matched.push(version);
    else excluded.push({ version, reason });
  }
  return { error: null, matched, excluded };
}

/** Returns the problem of a pattern; undefined for a valid one. */
export function patternError(pattern: Pick<VersionPattern, 'kind' | 'text'>): string | undefined {
  const compiled = compilePattern(pattern);
  return typeof compiled === 'string' ? compiled : undefined;
}

/** Returns the sentence below a selection: `Left out: v2.4.0rc1 is a pre-release, 2.4 is a branch.`; '' for none. */
export function formatExcluded(selection: VersionSelection<PatternCandidate>, max = 5): string {
  const { excluded } = selection;
  if (excluded.length === 0) return '';
  const shown = excluded.slice(0, max).map(({ reason }) => reason);
  const rest = excluded.length - shown.length;
  return `Left out: ${shown.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}.`;
}

function exclusionReason(
  pattern: VersionPattern,
  { verboseName, type }: PatternCandidate,
): string | undefined {
  if (!pattern.includePrereleases && parseReleaseName(verboseName)?.preRelease) {
    return `${verboseName} is a pre-release`;
  }
  if (pattern.tagsOnly && type === 'branch') return `${verboseName} is a branch`;
  if (pattern.tagsOnly && type !== 'tag') return `${verboseName} is not a tag`;
  return undefined;
}

/** Returns a test of names, or the problem of the pattern. */
function compilePattern({ kind, text }: Pick<VersionPattern, 'kind' | 'text'>): CompiledPattern | string {
  const trimmed = text.trim();
  if (trimmed === '')
    return kind === 'regex' ? 'Enter a pattern, such as ^v2\\.' : 'Enter a range, such as >=2.2 <2.5';
  if (text.length > MAX_LENGTH) return `Enter at most ${MAX_LENGTH} characters.`;
  return kind === 'regex' ? compileRegex(trimmed) : compileRange(trimmed);
}

function compileRegex(text: string): CompiledPattern | string {
  try {
    const expression = RE2JS.compile(text);
    const size = expression.programSize();
    return size > MAX_SIZE ? TOO_LARGE : { size, fits: (name) => expression.matcher(name).find() };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `This is not a regular expression: ${error.message.replace(/^error parsing regexp: /, '')}`;
  }
}

function compileRange(text: string): CompiledPattern | string {
  // Python's ranges use commas and two equals signs.
  const plain = text.replaceAll(',', ' ').replaceAll(/(?<![<>=!~^])===?(?!=)/g, '=');
  // Always includes pre-releases here, so that a matching one is reported as excluded.
  const range = semver.validRange(plain, { includePrerelease: true });
  if (range === null) return `"${text}" is not a range of versions. Use one such as >=2.2 <2.5 or ^2.4`;
  const limits = new semver.Range(plain, { includePrerelease: true });
  const fits = (name: string) => {
    const release = parseReleaseName(name);
    return release !== undefined && limits.test(release.semver);
  };
  return { size: RANGE_SIZE, fits };
}
