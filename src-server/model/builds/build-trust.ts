import type { Project } from '../projects/project.ts';
import { redactCredentials } from '../projects/repository-url.ts';

/** The error of a build whose project nobody has allowed to run code here (safety S12). It begins so. */
export const NOT_TRUSTED = 'Nobody has allowed this project to run code on this computer yet.';

/** The whole error, with what to do about it. */
export function notTrustedMessage(project: Pick<Project, 'repositoryUrl'>): string {
  return `${NOT_TRUSTED} A build runs code from ${redactCredentials(project.repositoryUrl)}. Allow it in the window and retry, or start Lectern with --trust-builds.`;
}

/** Whether the code of the project's repository may run here. Another address has to be allowed anew. */
export function isTrusted(project: Pick<Project, 'repositoryUrl' | 'trustedRepository'>): boolean {
  return project.trustedRepository === project.repositoryUrl;
}
