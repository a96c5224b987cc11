/*
 * Visibility in SQL, for lists that are too long to be filtered in services/kernel/access.ts, whose rules these are.
 * `@viewerId` is the user who asks; null is the operator, who maintains all projects.
 */

/** SQL: whether a row of this alias (a project or a version) is public. */
export const isPublic = (alias: string): string => `${alias}.privacy_level = 'public'`;

/** SQL: whether the viewer maintains the project whose id this is. */
export const isMaintained = (projectId: string): string =>
  `(@viewerId IS NULL OR EXISTS (
      SELECT 1 FROM project_users m WHERE m.project_id = ${projectId} AND m.user_id = @viewerId))`;

/** SQL: whether the viewer may see the project of this alias (behaviour.md 2). */
export const isVisible = (alias: string): string => `(${isPublic(alias)} OR ${isMaintained(`${alias}.id`)})`;
