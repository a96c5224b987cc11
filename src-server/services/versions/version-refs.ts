import { Invalid } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { LATEST, STABLE, type Version, type VersionType } from '../../model/versions/version.ts';

/* Refs of a repository, and how a sync maps them to versions. */

/** A branch or tag of the repository, with what the version control system checks out for it. */
export type RepositoryRef = { readonly name: string; readonly identifier: string };

/** The refs of a repository now. */
export type RepositoryRefs = {
  readonly branches: readonly RepositoryRef[];
  readonly tags: readonly RepositoryRef[];
  /** The repository's own default branch; undefined when it names none. */
  readonly defaultBranch?: string | undefined;
  /** How many refs were left out, since there are too many; absent for none. */
  readonly leftOut?: number;
};

/** Slugs of the versions that a sync added, moved to another identifier, and removed. */
export type SyncReport = {
  readonly added: readonly string[];
  readonly moved: readonly string[];
  readonly removed: readonly string[];
};

/** Which repository was read, and since when the project had waited for a sync when the reading began. */
export type RefsRead = { readonly url: string; readonly requested: Timestamp | null };

/** The error of a repository with both a branch and a tag named `latest` or `stable` (behaviour.md 8). */
export const RESERVED_TWICE = 'You can not have two versions with the name latest or stable.';

/** A ref with its type. */
export type FoundVersion = RepositoryRef & { readonly type: VersionType };
/** The revision of a version. */
export type Target = Pick<Version, 'identifier' | 'type'>;

/** Fields of a newly found version; `machine` is true for Lectern's own versions. */
export const NEW_VERSION = {
  active: false,
  built: false,
  uploaded: false,
  machine: false,
  privacyLevel: 'public',
  hidden: false,
  fastRebuild: false,
  downloads: [],
  pagesBuild: null,
} as const;

/** Returns the fields that a version takes from a ref. */
export function pick(found: Target): Target {
  return { identifier: found.identifier, type: found.type };
}

/** Returns whether a name is `latest` or `stable`. */
export function isReserved(name: string): boolean {
  return name === LATEST || name === STABLE;
}

/** Returns the key that identifies a version: its type and name. */
export function nameKey(type: VersionType, name: string): string {
  return `${type} ${name}`;
}

/** Returns all refs, unique by type and name. @throws Invalid when a branch and a tag share a reserved name */
export function findVersions({ branches, tags }: RepositoryRefs): FoundVersion[] {
  const named = new Map<string, FoundVersion>();
  for (const ref of branches) named.set(nameKey('branch', ref.name), { ...ref, type: 'branch' });
  for (const ref of tags) named.set(nameKey('tag', ref.name), { ...ref, type: 'tag' });
  for (const name of [LATEST, STABLE]) {
    const twice = named.has(nameKey('branch', name)) && named.has(nameKey('tag', name));
    if (twice) throw new Invalid({ non_field_errors: [RESERVED_TWICE] });
  }
  return [...named.values()];
}

/** Returns whether a version is unused, so that a sync may remove it once its ref is gone. */
export function isRemovable(version: Version): boolean {
  return !version.active && !version.uploaded && version.type !== 'external' && !isReserved(version.slug);
}
