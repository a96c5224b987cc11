import { PROJECTS_PAGE } from './list-projects.ts';

/** Lists of a project that are always asked for: versions, builds, variables, redirects. */
export const LISTS = 4;
/** Projects whose details are kept from the list of the account; those of others are asked for one by one. */
export const KEPT_DETAILS = 500;

/** The size of what is pulled. */
export type PullSize = {
  /** Projects of the account. */
  readonly account: number;
  /** Projects that are pulled. */
  readonly projects: number;
  /** Those of them that have subprojects. */
  readonly parents: number;
  readonly full: boolean;
};

/** Returns how many requests a pull sends at most, when nothing fails; a quick one that finds no change. */
export function pullRequests({ account, projects, parents, full }: PullSize): number {
  const pages = Math.max(1, Math.ceil(account / PROJECTS_PAGE));
  const details = Math.max(0, projects - KEPT_DETAILS);
  const lists = full ? LISTS * projects + parents : projects;
  // Whose token it is, the list before and after, and what is asked of each project.
  return 1 + 2 * pages + details + lists;
}
