import { LATEST, type Version } from '../versions/version.ts';

/** Of a version, what decides over the address that names none. */
type Candidate = Pick<Version, 'slug' | 'active' | 'pagesBuild'> & { readonly isDefault: boolean };

/** Where readers who name no version land once the default version is switched off. */
export type RootReaders = {
  /** The default version that goes. */
  readonly gone: string;
  /** Always `latest`: what is the default when the chosen one is not active. */
  readonly version: string;
  /** `pages`: they read those of `version`. Otherwise why there is nothing to read. */
  readonly meet: 'pages' | 'itself-off' | 'off-too' | 'no-pages' | 'missing';
};

/**
 * What the root of the documentation leads to when these versions are switched off (behaviour.md 14: the default falls
 * back to `latest` when it is missing or inactive). undefined when none of them is the default, or it is off already.
 */
export function rootWithout(rows: readonly Candidate[], off: ReadonlySet<string>): RootReaders | undefined {
  const gone = rows.find(({ isDefault, active, slug }) => isDefault && active && off.has(slug));
  if (!gone) return undefined;
  const to = { gone: gone.slug, version: LATEST };
  if (gone.slug === LATEST) return { ...to, meet: 'itself-off' };
  const latest = rows.find(({ slug }) => slug === LATEST);
  if (!latest) return { ...to, meet: 'missing' };
  // Pages of a version that is not active are served where they were asked for after it was switched off.
  if (latest.active && off.has(LATEST)) return { ...to, meet: 'off-too' };
  return { ...to, meet: latest.pagesBuild === null ? 'no-pages' : 'pages' };
}
