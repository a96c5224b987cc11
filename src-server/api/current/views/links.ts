/** Paths of today's service, from which links in answers and paths of routes are made (live-service.md 2). */
export const ROOT = '/api/v3/';
export const PROJECTS = `${ROOT}projects/` as const;
export const PROJECT = `${PROJECTS}:project_slug/` as const;

/** Makes the absolute URL of a path on the host of the request; a page of the window has the window's port. */
export type Href = (path: string) => string;

/** Gives `/api/v3/projects/pip/`, with what follows. */
export function projectPath(slug: string, ...rest: readonly (string | number)[]): string {
  return `${PROJECTS}${slug}/${rest.map((part) => `${part}/`).join('')}`;
}

/** Gives the page of a project in the window, which has the address that the dashboard has: `/projects/pip/builds/`. */
export function dashboardPath(slug: string, ...rest: readonly (string | number)[]): string {
  return `/projects/${slug}/${rest.map((part) => `${part}/`).join('')}`;
}

/** Gives the page on which a version is edited. */
export function versionEditPath(projectSlug: string, versionSlug: string): string {
  return `/dashboard/${projectSlug}/version/${versionSlug}/edit/`;
}
