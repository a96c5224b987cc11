/** Paths of v3, from which links in answers and paths of routes are made (behaviour.md 19, row 2). */
export const ROOT = '/api/v3/';
export const PROJECTS = `${ROOT}projects/` as const;

/** Gives `/api/v3/projects/pip/`, with what follows. */
export function projectPath(slug: string, ...rest: readonly (string | number)[]): string {
  return `${PROJECTS}${slug}/${rest.map((part) => `${part}/`).join('')}`;
}
