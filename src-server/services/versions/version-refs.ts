import { Invalid } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { LATEST, STABLE, type Version, type VersionType } from '../../model/versions/version.ts';

/* What a sync works with: the refs of a repository, and what they say of versions. */

/** A branch or tag of the repository, with what the version control system checks out for it. */
export type RepositoryRef = { readonly name: string; readonly identifier: string };

/** What a repository holds now. */
export type RepositoryRefs = {
  readonly branches: readonly RepositoryRef[];
  readonly tags: readonly RepositoryRef[];
  /** As the repository itself says; undefined when it does not. */
  readonly defaultBranch?: string | undefined;
};

/** Slugs of the versions that came, moved to another identifier, and went. */
export type SyncReport = {
  readonly added: readonly string[];
  readonly moved: readonly string[];
  readonly removed: readonly string[];
};

/** Which repository was read, and since when somebody had waited for it as that began. */
export type RefsRead = { readonly url: string; readonly requested: Timestamp | null };

/** The refusal of a repository that holds a branch and a tag of one of our own names (behaviour.md 8). */
export const RESERVED_TWICE = 'You can not have two versions with the name latest or stable.';

/** The same with its kind. */
export type FoundVersion = RepositoryRef & { readonly type: VersionType };
/** What a version stands for. */
export type Target = Pick<Version, 'identifier' | 'type'>;

/** What a version is when it is found; `machine` says that it is one of our own. */
export const NEW_VERSION = {
  active: false,
  built: false,
  uploaded: false,
  machine: false,
  privacyLevel: 'public',
  downloads: [],
  pagesBuild: null,
} as const;

/** What a version takes over of what was found. */
export function pick(found: Target): Target {
  return { identifier: found.identifier, type: found.type };
}

/** Whether a name is one of our own. */
export function isReserved(name: string): boolean {
  return name === LATEST || name === STABLE;
}

/** A version is known by its kind and name together. */
export function nameKey(type: VersionType, name: string): string {
  return `${type} ${name}`;
}

/** All that was found, each name of a kind once. @throws Invalid when both kinds bear one of our own names */
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

/** Whether nobody uses it: what the repository no longer holds may go. */
export function isRemovable(version: Version): boolean {
  return !version.active && !version.uploaded && version.type !== 'external' && !isReserved(version.slug);
}
