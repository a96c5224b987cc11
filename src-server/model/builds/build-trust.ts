import type { Project } from '../projects/project.ts';
import { redactCredentials } from '../projects/repository/repository-url.ts';
import type { Version } from '../versions/version.ts';

/** The beginning of the error of a build whose project may not run code here (safety S12); stored builds have it. */
export const NOT_TRUSTED = "Builds of this project aren't allowed on this computer yet.";

// Builds that were stored before keep the sentence of their time.
const NOT_TRUSTED_BEFORE = 'Nobody has allowed this project to run code on this computer yet.';

/** Returns whether a build's error says that its project may not run code here. */
export function isNotTrustedError(error: string): boolean {
  return error.startsWith(NOT_TRUSTED) || error.startsWith(NOT_TRUSTED_BEFORE);
}

/** Returns the whole error, with what to do. */
export function notTrustedMessage(project: Pick<Project, 'repositoryUrl' | 'slug'>): string {
  return `${NOT_TRUSTED} A build runs code from ${redactCredentials(project.repositoryUrl)}. Allow it in the window or by "lectern project set ${project.slug} trusted true" and retry, or start Lectern with --trust-builds.`;
}

/** The error of a pull request's build where the project does not build them (safety S12). */
export const PULL_REQUESTS_OFF =
  'Pull requests of this project are not built, since anyone who opens one would run code on this computer. Turn them on in its settings and retry.';

/** Returns whether a version may be built as far as it may be a pull request. */
export function isBuildable(
  project: Pick<Project, 'pullRequestBuilds'>,
  version: Pick<Version, 'type'>,
): boolean {
  return version.type !== 'external' || project.pullRequestBuilds;
}

/** Returns whether builds of the project may be started: its code is allowed to run here, or a script plays them. */
export function mayBuild(project: Pick<Project, 'repositoryUrl' | 'trustedRepository' | 'builder'>): boolean {
  return project.builder !== null || isTrusted(project);
}

/** Returns whether the code of the project's repository may run here; a changed URL loses the trust. */
export function isTrusted(project: Pick<Project, 'repositoryUrl' | 'trustedRepository'>): boolean {
  return project.trustedRepository === project.repositoryUrl;
}
