import { LATEST, type Version } from '../versions/version.ts';

/** Of a version, what decides over the address that names none. */
type Candidate = Pick<Version, 'slug' | 'active' | 'pagesBuild'> & { readonly isDefault: boolean };

/** Where readers who name no version land once the default version is switched off. */
export type DefaultFallback = {
  /** The default version that goes. */
  readonly deactivated: string;
  /** Always `latest`: what is the default when the chosen one is not active. */
  readonly version: string;
  /** `pages`: they read those of `version`. Otherwise why there is nothing to read. */
  readonly outcome: 'pages' | 'itself-off' | 'off-too' | 'no-pages' | 'missing';
};

/**
 * What the root of the documentation leads to when these versions are switched off (behaviour.md 14: the default falls
 * back to `latest` when it is missing or inactive). undefined when none of them is the default, or it is off already.
 */
export function defaultFallback(
  rows: readonly Candidate[],
  off: ReadonlySet<string>,
): DefaultFallback | undefined {
  const deactivated = rows.find(({ isDefault, active, slug }) => isDefault && active && off.has(slug));
  if (!deactivated) return undefined;
  const base = { deactivated: deactivated.slug, version: LATEST };
  if (deactivated.slug === LATEST) return { ...base, outcome: 'itself-off' };
  const latest = rows.find(({ slug }) => slug === LATEST);
  if (!latest) return { ...base, outcome: 'missing' };
  // Pages of a version that is not active are served where they were asked for after it was switched off.
  if (latest.active && off.has(LATEST)) return { ...base, outcome: 'off-too' };
  return { ...base, outcome: latest.pagesBuild === null ? 'no-pages' : 'pages' };
}
