/** A project's slug is also a host name, and a label of one has at most 63 characters. */
export const PROJECT_SLUG_MAX = 63;
/** The width of a version's slug (behaviour.md 8). */
export const VERSION_SLUG_MAX = 255;

/** What a slug given by hand has to look like: it must do as a host name (an underscore is served as a hyphen). */
export const PROJECT_SLUG = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/;
/** What a version's slug given by hand has to look like: one segment of a path. */
export const VERSION_SLUG = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The slug that a project of this name gets; '' when nothing of the name can stand in a host name (behaviour.md 7). */
export function projectSlug(name: string): string {
  const slug = toAscii(name)
    .replace(/[^\w\s-]/g, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
  // A host name may neither begin nor end with a hyphen, and the cut may leave one at the end.
  return slug.replace(/^-/, '').slice(0, PROJECT_SLUG_MAX).replace(/-$/, '');
}

/** The slug that a version of this name asks for; `unknown` when nothing is left (behaviour.md 8). */
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
 * The version's slug, made unique with `_a` … `_z`, `_ba`, … (behaviour.md 8).
 * `isTaken` answers for the project in question.
 */
export function uniqueVersionSlug(verboseName: string, isTaken: (slug: string) => boolean): string {
  const base = versionSlug(verboseName);
  for (let index = -1; ; index++) {
    const slug = withSuffix(base, index);
    if (!isTaken(slug)) return slug;
  }
}

/**
 * Makes slugs for a whole list of names in turn, each unique as `uniqueVersionSlug` has it, and remembers how far the
 * suffixes of each slug have come: thousands of names may ask for the same one (all that have no ASCII letter do).
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

/** -1 stands for none. */
function withSuffix(base: string, index: number): string {
  if (index < 0) return base;
  const suffix = `_${toBase26(index)}`;
  return base.slice(0, VERSION_SLUG_MAX - suffix.length) + suffix;
}

/** `index` in base 26 with a for 0. */
function toBase26(index: number): string {
  const rest = index >= 26 ? toBase26(Math.floor(index / 26)) : '';
  return rest + String.fromCharCode(97 + (index % 26));
}

function toAscii(text: string): string {
  return text.normalize('NFKD').replace(/[^\p{ASCII}]/gu, '');
}
