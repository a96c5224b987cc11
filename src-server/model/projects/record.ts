import type { Project } from './project.ts';

/** Top-level names that no network has (RFC 2606), so that nothing can ever be read from there. */
const RESERVED = /\.(?:example|invalid)$/i;
const HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/]*@)?([^/:]+)/i;

type Source = Pick<Project, 'repositoryUrl' | 'builder'>;

/** Returns whether a project only records what was built elsewhere: its repository cannot exist, and no script plays its builds. */
export function isRecord({ repositoryUrl, builder }: Source): boolean {
  return builder === null && RESERVED.test(hostOf(repositoryUrl));
}

/** Says why a record cannot be built, and what to do. */
export function recordReason({ repositoryUrl }: Pick<Project, 'repositoryUrl'>): string {
  return `This project is a record: its repository is at ${hostOf(repositoryUrl)}, a name kept for examples, so there is nothing to build. To build it, enter another repository in its settings.`;
}

function hostOf(url: string): string {
  return HOST.exec(url)?.[1] ?? '';
}
