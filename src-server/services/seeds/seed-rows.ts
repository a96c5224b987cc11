import { projectSlug, uniqueVersionSlug } from '../../model/base/slug.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { type Build, type FinishedCommand, isEnded } from '../../model/builds/build.ts';
import { cleanCommitText } from '../../model/builds/commit-text.ts';
import { effectiveDefaultBranch, type Project, withSingleVersion } from '../../model/projects/project.ts';
import type { Seed } from '../../model/seeds/seed-schema.ts';
import { LATEST, STABLE, type Version } from '../../model/versions/version.ts';
import { NEW_PROJECT } from '../projects/projects.ts';

export type SeedProject = Seed['projects'][number];
export type SeedVersion = SeedProject['versions'][number];
/** A notification of a file, about whatever it stands below. */
export type SeedNotification = Pick<NonNullable<SeedProject['notifications']>[number], 'message'> &
  Partial<NonNullable<SeedProject['notifications']>[number]>;
export type SeedBuild = SeedVersion['builds'][number];

/** Returns the project's slug: the explicit one, or the one made from its name. */
export function seedSlug(seedProject: SeedProject): string {
  return seedProject.slug ?? projectSlug(seedProject.name);
}

/** Returns the code of the project's language. */
export function seedLanguage(seedProject: SeedProject): string {
  return seedProject.language ?? 'en';
}

/** Builds a project from the file; missing fields are as in an import (behaviour.md 7). */
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
    versioningScheme:
      seedProject.versioning_scheme ??
      withSingleVersion(NEW_PROJECT.versioningScheme, seedProject.single_version ?? false),
    readthedocsYamlPath: seedProject.readthedocs_yaml_path ?? null,
    externalBuildsPrivacyLevel:
      seedProject.external_builds_privacy_level ?? NEW_PROJECT.externalBuildsPrivacyLevel,
    analyticsDisabled: seedProject.analytics_disabled ?? null,
    pullRequestBuilds: seedProject.pull_request_builds ?? false,
    buildTools: seedProject.build_tools ?? NEW_PROJECT.buildTools,
    builder: seedProject.builder ?? null,
    privacyLevel: seedProject.privacy_level ?? 'public',
    tags: seedProject.tags,
    translationOf: place.translationOf,
    created: seedProject.created ?? place.now,
    modified: seedProject.modified ?? place.now,
  };
}

/** Returns the project's versions; without any, `latest` as an import creates it (behaviour.md 7). */
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

/** Pairs each version with its slug. Generated slugs avoid the explicit ones anywhere in the list. */
export function withSlugs(versions: readonly SeedVersion[]): { seedVersion: SeedVersion; slug: string }[] {
  const taken = new Set(versions.map(({ slug }) => slug));
  return versions.map((seedVersion) => {
    const slug =
      seedVersion.slug ?? uniqueVersionSlug(seedVersion.verbose_name, (wanted) => taken.has(wanted));
    taken.add(slug);
    return { seedVersion, slug };
  });
}

/** Builds a version from the file. */
export function toVersion(
  seedVersion: SeedVersion,
  { project, ...place }: { readonly id: number; readonly project: Project; readonly slug: string },
): Version {
  const isPublic = seedVersion.type !== 'external' || project.externalBuildsPrivacyLevel === 'public';
  return {
    ...place,
    projectId: project.id,
    verboseName: seedVersion.verbose_name,
    identifier: seedVersion.identifier,
    type: seedVersion.type,
    active: seedVersion.active,
    built: seedVersion.built,
    uploaded: seedVersion.uploaded ?? false,
    machine: isMachineVersion(seedVersion, place.slug),
    privacyLevel: seedVersion.privacy_level ?? (isPublic ? 'public' : 'private'),
    hidden: seedVersion.hidden ?? false,
    fastRebuild: seedVersion.fast_rebuild ?? false,
    downloads: seedVersion.downloads,
    pagesBuild: null,
  };
}

/** Builds a build from the file. An unfinished build has no success yet (behaviour.md 9). */
export function toBuild(
  seedBuild: SeedBuild,
  place: { readonly id: number; readonly projectId: number; readonly versionId: number },
): Build {
  return {
    ...place,
    created: seedBuild.created,
    state: seedBuild.state,
    success: isEnded(seedBuild.state) ? (seedBuild.success ?? null) : null,
    error: seedBuild.error ?? '',
    commit: seedBuild.commit || null,
    commitSubject: cleanCommitText(seedBuild.commit_subject ?? ''),
    commitAuthor: cleanCommitText(seedBuild.commit_author ?? ''),
    mode: 'clean',
    duration: seedBuild.duration ?? null,
    config: seedBuild.config ?? {},
  };
}

/** Builds a command from the file. */
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
 * Returns whether Lectern maintains a version itself: a `latest` or `stable` that is not a branch of that very name, and
 * not a `latest` that follows no branch. The next sync corrects a wrong guess.
 */
function isMachineVersion({ verbose_name: name, identifier, type }: SeedVersion, slug: string): boolean {
  if (slug !== name || identifier === name || identifier === `origin/${name}`) return false;
  return (slug === LATEST && type === 'branch') || (slug === STABLE && type !== 'external');
}
