/*
 * Repeats the visibility rules of services/kernel/access.ts in SQL, for lists too long to filter there.
 * `@viewerId` is the requesting user; null is the operator, who maintains all projects.
 */

/** SQL: whether the project or version with this table alias is public. */
export const isPublic = (alias: string): string => `${alias}.privacy_level = 'public'`;

/** SQL: whether the viewer maintains the project with this id. */
export const isMaintained = (projectId: string): string =>
  `(@viewerId IS NULL OR EXISTS (
      SELECT 1 FROM project_users m WHERE m.project_id = ${projectId} AND m.user_id = @viewerId))`;

/** SQL: whether the viewer may see the project with this table alias (behaviour.md 2). */
export const isVisible = (alias: string): string => `(${isPublic(alias)} OR ${isMaintained(`${alias}.id`)})`;
