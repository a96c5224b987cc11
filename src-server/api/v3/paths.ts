/** Where things are in v3: the links of answers and the paths of routes are made from this (behaviour.md 19, row 2). */
export const ROOT = '/api/v3/';
export const PROJECTS = `${ROOT}projects/`;

/** `/api/v3/projects/pip/`, with what follows. */
export function projectPath(slug: string, ...rest: readonly (string | number)[]): string {
  return `${PROJECTS}${slug}/${rest.map((part) => `${part}/`).join('')}`;
}
