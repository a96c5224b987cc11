import { RE2JS, RE2JSException } from 're2js';
import semver from 'semver';
import { z } from 'zod';
import { parseReleaseName } from './release-name.ts';
import type { Version } from './version.ts';

/** The two ways of writing which versions are meant. */
export const PATTERN_KINDS = ['regex', 'semver'] as const;
export type PatternKind = (typeof PATTERN_KINDS)[number];

/** Longer patterns are no patterns that anybody wrote. */
const MAX_LENGTH = 500;

/** Which versions are meant: a regular expression found anywhere in the name, or a range of releases. */
export const VersionPattern = z.object({
  kind: z.enum(PATTERN_KINDS),
  text: z.string(),
  /** Branches are left out, whatever they are called. */
  tagsOnly: z.boolean(),
  /** Without this `2.4.0rc1` is left out, also where the pattern fits. */
  includePrereleases: z.boolean(),
});
export type VersionPattern = z.infer<typeof VersionPattern>;

/** What a pattern looks at in a version. */
export type PatternCandidate = Pick<Version, 'verboseName' | 'type'>;

/** What a pattern chose, in the order given. */
export type VersionSelection<V> = {
  /** What is wrong with the pattern, for its field; null when it can be used. Nothing is chosen by a wrong one. */
  readonly error: string | null;
  readonly matched: readonly V[];
  /** What the pattern fits but an option leaves out, with why: `2.4 is a branch`. */
  readonly excluded: readonly { readonly version: V; readonly reason: string }[];
};

/**
 * The versions that a pattern means. Takes time in proportion to the names, whatever the pattern: regular expressions
 * run without backtracking. Pull requests are never chosen.
 */
export function selectVersions<V extends PatternCandidate>(
  pattern: VersionPattern,
  versions: readonly V[],
): VersionSelection<V> {
  const fits = compilePattern(pattern);
  if (typeof fits === 'string') return { error: fits, matched: [], excluded: [] };
  const matched: V[] = [];
  const excluded: { version: V; reason: string }[] = [];
  for (const version of versions) {
    if (version.type === 'external' || !fits(version.verboseName)) continue;
    const reason = exclusionReason(pattern, version);
    if (reason === undefined) matched.push(version);
    else excluded.push({ version, reason });
  }
  return { error: null, matched, excluded };
}

/** What is wrong with a pattern, or undefined. */
export function patternError(pattern: Pick<VersionPattern, 'kind' | 'text'>): string | undefined {
  const fits = compilePattern(pattern);
  return typeof fits === 'string' ? fits : undefined;
}

/** The sentence below a selection: `Left out: v2.4.0rc1 is a pre-release, 2.4 is a branch.`; '' when nothing was. */
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
  if (pattern.tagsOnly && type !== 'tag') return `${verboseName} is no tag`;
  return undefined;
}

/** A test of names, or what is wrong with the pattern. */
function compilePattern({
  kind,
  text,
}: Pick<VersionPattern, 'kind' | 'text'>): ((name: string) => boolean) | string {
  const trimmed = text.trim();
  if (trimmed === '')
    return kind === 'regex' ? 'Give a pattern, such as ^v2\\.' : 'Give a range, such as >=2.2 <2.5';
  if (text.length > MAX_LENGTH) return `Give at most ${MAX_LENGTH} characters.`;
  return kind === 'regex' ? compileRegex(trimmed) : compileRange(trimmed);
}

function compileRegex(text: string): ((name: string) => boolean) | string {
  try {
    const expression = RE2JS.compile(text);
    return (name) => expression.matcher(name).find();
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `This is no regular expression: ${error.message.replace(/^error parsing regexp: /, '')}`;
  }
}

function compileRange(text: string): ((name: string) => boolean) | string {
  // People who write Python separate with commas and compare with two equals signs.
  const plain = text.replaceAll(',', ' ').replaceAll(/(?<![<>=!~^])===?(?!=)/g, '=');
  // Always with pre-releases here: one that fits is to be told of, not passed over.
  const range = semver.validRange(plain, { includePrerelease: true });
  if (range === null) return `"${text}" is no range of versions. Write one like >=2.2 <2.5 or ^2.4`;
  const limits = new semver.Range(plain, { includePrerelease: true });
  return (name) => {
    const release = parseReleaseName(name);
    return release !== undefined && limits.test(release.semver);
  };
}
