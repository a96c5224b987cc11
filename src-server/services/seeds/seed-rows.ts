import { projectSlug, uniqueVersionSlug } from '../../model/base/slug.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { Build, CommandGiven } from '../../model/builds/build.ts';
import { effectiveDefaultBranch, type Project } from '../../model/projects/project.ts';
import type { Seed } from '../../model/seeds/seed.ts';
import { LATEST, STABLE, type Version } from '../../model/versions/version.ts';
import { NEW_PROJECT } from '../projects/projects.ts';

export type SeedProject = Seed['projects'][number];
export type SeedVersion = SeedProject['versions'][number];
export type SeedBuild = SeedVersion['builds'][number];

/** The project's slug: the given one, else the one that its name gives. */
export function seedSlug(given: SeedProject): string {
  return given.slug ?? projectSlug(given.name);
}

/** The code of the project's language. */
export function seedLanguage(given: SeedProject): string {
  return given.language ?? 'en';
}

/** A project as the file describes it; what it leaves out is as in an import (behaviour.md 7). */
export function toProject(
  given: SeedProject,
  place: { readonly id: number; readonly translationOf: number | null; readonly now: Timestamp },
): Project {
  return {
    ...NEW_PROJECT,
    id: place.id,
    slug: seedSlug(given),
    name: given.name,
    description: given.description ?? '',
    repositoryUrl: given.repository.url,
    repositoryType: given.repository.type,
    homepage: given.homepage ?? '',
    language: seedLanguage(given),
    programmingLanguage: given.programming_language ?? 'words',
    defaultVersion: given.default_version ?? NEW_PROJECT.defaultVersion,
    defaultBranch: given.default_branch || null,
    singleVersion: given.single_version ?? false,
    privacyLevel: given.privacy_level ?? 'public',
    tags: given.tags,
    translationOf: place.translationOf,
    created: given.created ?? place.now,
    modified: given.modified ?? place.now,
  };
}

/** The project's versions as the file gives them; without any, our own `latest`, as an import makes it (behaviour.md 7). */
export function seedVersions(given: SeedProject, project: Project): readonly SeedVersion[] {
  if (given.versions.length > 0) return given.versions;
  return [
    {
      slug: LATEST,
      verbose_name: LATEST,
      identifier: effectiveDefaultBranch(project),
      type: 'branch',
      active: true,
      built: false,
      downloads: [],
      builds: [],
    },
  ];
}

/** Each version with its slug. One that is made gives way to those that are given, wherever in the list these stand. */
export function withSlugs(versions: readonly SeedVersion[]): { given: SeedVersion; slug: string }[] {
  const taken = new Set(versions.map(({ slug }) => slug));
  return versions.map((given) => {
    const slug = given.slug ?? uniqueVersionSlug(given.verbose_name, (wanted) => taken.has(wanted));
    taken.add(slug);
    return { given, slug };
  });
}

/** A version as the file describes it. */
export function toVersion(
  given: SeedVersion,
  place: { readonly id: number; readonly projectId: number; readonly slug: string },
): Version {
  return {
    ...place,
    verboseName: given.verbose_name,
    identifier: given.identifier,
    type: given.type,
    active: given.active,
    built: given.built,
    uploaded: given.uploaded ?? false,
    machine: isOurs(given, place.slug),
    privacyLevel: given.privacy_level ?? 'public',
    downloads: given.downloads,
    pagesBuild: null,
  };
}

/** A build as the file describes it. While it runs it can have no success yet (behaviour.md 9). */
export function toBuild(
  given: SeedBuild,
  place: { readonly id: number; readonly projectId: number; readonly versionId: number },
): Build {
  return {
    ...place,
    created: given.created,
    state: given.state,
    success: given.state === 'finished' ? (given.success ?? null) : null,
    error: given.error ?? '',
    commit: given.commit || null,
    duration: given.duration ?? null,
    config: given.config ?? {},
  };
}

/** A command as the file describes it. */
export function toCommand(
  given: SeedBuild['commands'][number],
  buildId: number,
): CommandGiven & { readonly buildId: number } {
  return {
    buildId,
    description: given.description,
    command: given.command,
    output: given.output,
    exitCode: given.exit_code,
    startTime: given.start_time,
    endTime: given.end_time,
  };
}

/**
 * Whether a version is one that we make. A `latest` or `stable` in a file is ours, unless it stands for a branch of
 * that very name, or is a `latest` that follows no branch. Where this errs, the next sync puts it right.
 */
function isOurs({ verbose_name: name, identifier, type }: SeedVersion, slug: string): boolean {
  if (slug !== name || identifier === name || identifier === `origin/${name}`) return false;
  return (slug === LATEST && type === 'branch') || (slug === STABLE && type !== 'external');
}
