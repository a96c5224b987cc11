/** Maximum length of a project's slug, which is also a label of a host name. */
export const PROJECT_SLUG_MAX = 63;
/** Maximum length of a version's slug (behaviour.md 8). */
export const VERSION_SLUG_MAX = 255;

/** Pattern of an explicit project slug: valid in a host name (an underscore is served as a hyphen). */
export const PROJECT_SLUG = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/;
/** Pattern of an explicit version slug: one path segment. */
export const VERSION_SLUG = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Returns the slug for a project name; '' when no character is valid in a host name (behaviour.md 7). */
export function projectSlug(name: string): string {
  const slug = toAscii(name)
    .replace(/[^\w\s-]/g, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
  // A host name neither starts nor ends with a hyphen, and truncation may leave one at the end.
  return slug.replace(/^-/, '').slice(0, PROJECT_SLUG_MAX).replace(/-$/, '');
}

/** Returns the slug for a version name; `unknown` when nothing is left (behaviour.md 8). */
export function versionSlug(verboseName: string): string {
  const kept = verboseName
    .replace(/[/%!?]/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}\s._-]/gu, '')
    .replace(/\s/gu, '-');
  const slug = toAscii(kept)
    .replace(/[^A-Za-z0-9._-]/g, '')
    .toLowerCase()
    .replace(/^[._-]+/, '')
    .slice(0, VERSION_SLUG_MAX);
  return slug || 'unknown';
}

/**
 * Returns the version's slug, made unique with `_a` … `_z`, `_ba`, … (behaviour.md 8).
 * `isTaken` checks the slugs of the project.
 */
export function uniqueVersionSlug(verboseName: string, isTaken: (slug: string) => boolean): string {
  const base = versionSlug(verboseName);
  for (let index = -1; ; index++) {
    const slug = withSuffix(base, index);
    if (!isTaken(slug)) return slug;
  }
}

/**
 * Returns a function that makes unique slugs for a list of names, like `uniqueVersionSlug`. It remembers the last suffix
 * of each slug, because thousands of names may give the same one (all names without an ASCII letter do).
 */
export function createVersionSlugGenerator(taken: Iterable<string>): (verboseName: string) => string {
  const used = new Set(taken);
  const nextIndexes = new Map<string, number>();
  return (verboseName) => {
    const base = versionSlug(verboseName);
    let index = nextIndexes.get(base) ?? -1;
    while (used.has(withSuffix(base, index))) index += 1;
    const slug = withSuffix(base, index);
    used.add(slug);
    nextIndexes.set(base, index + 1);
    return slug;
  };
}

/** Returns the suffix for an index; -1 gives none. */
function withSuffix(base: string, index: number): string {
  if (index < 0) return base;
  const suffix = `_${toBase26(index)}`;
  return base.slice(0, VERSION_SLUG_MAX - suffix.length) + suffix;
}

/** Formats `index` in base 26 with `a` for 0. */
function toBase26(index: number): string {
  const rest = index >= 26 ? toBase26(Math.floor(index / 26)) : '';
  return rest + String.fromCharCode(97 + (index % 26));
}

function toAscii(text: string): string {
  return text.normalize('NFKD').replace(/[^\p{ASCII}]/gu, '');
}
