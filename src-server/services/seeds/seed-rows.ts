import { projectSlug, uniqueVersionSlug } from '../../model/base/slug.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { Build, FinishedCommand } from '../../model/builds/build.ts';
import { effectiveDefaultBranch, type Project } from '../../model/projects/project.ts';
import type { Seed } from '../../model/seeds/seed-schema.ts';
import { LATEST, STABLE, type Version } from '../../model/versions/version.ts';
import { NEW_PROJECT } from '../projects/projects.ts';

export type SeedProject = Seed['projects'][number];
export type SeedVersion = SeedProject['versions'][number];
export type SeedBuild = SeedVersion['builds'][number];

/** The project's slug: the given one, else the one that its name gives. */
export function seedSlug(seedProject: SeedProject): string {
  return seedProject.slug ?? projectSlug(seedProject.name);
}

/** The code of the project's language. */
export function seedLanguage(seedProject: SeedProject): string {
  return seedProject.language ?? 'en';
}

/** A project as the file describes it; what it leaves out is as in an import (behaviour.md 7). */
export function toProject(
  seedProject: SeedProject,
  place: { readonly id: number; readonly translationOf: number | null; readonly now: Timestamp },
): Project {
  return {
    ...NEW_PROJECT,
    id: place.id,
    slug: seedSlug(seedProject),
    name: seedProject.name,
    description: seedProject.description ?? '',
    repositoryUrl: seedProject.repository.url,
    repositoryType: seedProject.repository.type,
    homepage: seedProject.homepage ?? '',
    language: seedLanguage(seedProject),
    programmingLanguage: seedProject.programming_language ?? 'words',
    defaultVersion: seedProject.default_version ?? NEW_PROJECT.defaultVersion,
    defaultBranch: seedProject.default_branch || null,
    singleVersion: seedProject.single_version ?? false,
    privacyLevel: seedProject.privacy_level ?? 'public',
    tags: seedProject.tags,
    translationOf: place.translationOf,
    created: seedProject.created ?? place.now,
    modified: seedProject.modified ?? place.now,
  };
}

/** The project's versions as the file gives them; without any, our own `latest`, as an import makes it (behaviour.md 7). */
export function seedVersions(seedProject: SeedProject, project: Project): readonly SeedVersion[] {
  if (seedProject.versions.length > 0) return seedProject.versions;
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
export function withSlugs(versions: readonly SeedVersion[]): { seedVersion: SeedVersion; slug: string }[] {
  const taken = new Set(versions.map(({ slug }) => slug));
  return versions.map((seedVersion) => {
    const slug =
      seedVersion.slug ?? uniqueVersionSlug(seedVersion.verbose_name, (wanted) => taken.has(wanted));
    taken.add(slug);
    return { seedVersion, slug };
  });
}

/** A version as the file describes it. */
export function toVersion(
  seedVersion: SeedVersion,
  place: { readonly id: number; readonly projectId: number; readonly slug: string },
): Version {
  return {
    ...place,
    verboseName: seedVersion.verbose_name,
    identifier: seedVersion.identifier,
    type: seedVersion.type,
    active: seedVersion.active,
    built: seedVersion.built,
    uploaded: seedVersion.uploaded ?? false,
    machine: isMachineVersion(seedVersion, place.slug),
    privacyLevel: seedVersion.privacy_level ?? 'public',
    downloads: seedVersion.downloads,
    pagesBuild: null,
  };
}

/** A build as the file describes it. While it runs it can have no success yet (behaviour.md 9). */
export function toBuild(
  seedBuild: SeedBuild,
  place: { readonly id: number; readonly projectId: number; readonly versionId: number },
): Build {
  return {
    ...place,
    created: seedBuild.created,
    state: seedBuild.state,
    success: seedBuild.state === 'finished' ? (seedBuild.success ?? null) : null,
    error: seedBuild.error ?? '',
    commit: seedBuild.commit || null,
    duration: seedBuild.duration ?? null,
    config: seedBuild.config ?? {},
  };
}

/** A command as the file describes it. */
export function toCommand(
  seedCommand: SeedBuild['commands'][number],
  buildId: number,
): FinishedCommand & { readonly buildId: number } {
  return {
    buildId,
    description: seedCommand.description,
    command: seedCommand.command,
    output: seedCommand.output,
    exitCode: seedCommand.exit_code,
    startTime: seedCommand.start_time,
    endTime: seedCommand.end_time,
  };
}

/**
 * Whether a version is one that we make. A `latest` or `stable` in a file is ours, unless it stands for a branch of
 * that very name, or is a `latest` that follows no branch. Where this errs, the next sync puts it right.
 */
function isMachineVersion({ verbose_name: name, identifier, type }: SeedVersion, slug: string): boolean {
  if (slug !== name || identifier === name || identifier === `origin/${name}`) return false;
  return (slug === LATEST && type === 'branch') || (slug === STABLE && type !== 'external');
}
