import { STABLE, type Version } from './version.ts';

/** The fields that decide what a version stands for. */
type Candidate = Pick<Version, 'slug' | 'machine' | 'identifier' | 'type' | 'active'>;

/**
 * Returns the real, active version that a machine-made `latest` or `stable` stands for, as today's service names it in
 * `aliases` (live-service.md 3): that of the same branch, or the release that `stable` follows. undefined without one.
 */
export function aliasedVersion<T extends Candidate>(
  version: Candidate,
  follows: string | null,
  all: readonly T[],
): T | undefined {
  if (!version.machine) return undefined;
  const real = all.filter(({ machine, active, type }) => !machine && active && type !== 'external');
  if (version.slug === STABLE) return real.find(({ slug }) => slug === follows);
  const branch = branchName(version.identifier);
  return real.find(({ type, identifier }) => type === 'branch' && branchName(identifier) === branch);
}

function branchName(identifier: string): string {
  return identifier.replace(/^origin\//, '');
}
