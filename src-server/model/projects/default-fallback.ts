import { LATEST, type Version } from '../versions/version.ts';

/** Fields of a version that decide where `/` redirects. */
type Candidate = Pick<Version, 'slug' | 'active' | 'pagesBuild'> & { readonly isDefault: boolean };

/** Where `/` leads once the default version is deactivated. */
export type DefaultFallback = {
  /** Slug of the default version that is deactivated. */
  readonly deactivated: string;
  /** Always `latest`, the default when the chosen version is not active. */
  readonly version: string;
  /** `pages`: readers see those of `version`; otherwise the reason why there are none. */
  readonly outcome: 'pages' | 'itself-off' | 'off-too' | 'no-pages' | 'missing';
};

/**
 * Returns where `/` leads when these versions are deactivated (behaviour.md 14: a missing or inactive default falls back
 * to `latest`). undefined when none of them is the default, or when it is inactive already.
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
  // An inactive version is served when it was built after its deactivation.
  if (latest.active && off.has(LATEST)) return { ...base, outcome: 'off-too' };
  return { ...base, outcome: latest.pagesBuild === null ? 'no-pages' : 'pages' };
}
