import { z } from 'zod';

/** How a project stands by its builds. */
export const PROJECT_STATES = ['running', 'failing', 'passing', 'cancelled', 'never'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];

/** The three folding groups of the list of projects (look.md, "How to use this folder"). */
export const PROJECT_LIST_GROUPS = ['running', 'failing', 'rest'] as const;
export type ProjectListGroup = (typeof PROJECT_LIST_GROUPS)[number];

/** What the list of projects can be sorted by. */
export const PROJECT_LIST_SORTS = ['name', 'last-build', 'default', 'language', 'active', 'took'] as const;
export type ProjectListSort = (typeof PROJECT_LIST_SORTS)[number];

const stringList = z.array(z.string().max(300)).max(300).default([]);

/** Which projects are wanted. Several values of one filter mean any of them; several filters all hold. */
export const ProjectListFilter = z.object({
  /** Every word is in the name, the slug or a tag. */
  text: z.string().max(300).default(''),
  /** Codes. */
  languages: stringList,
  /** Codes. */
  programmingLanguages: stringList,
  /** User names of maintainers. */
  people: stringList,
  states: z.array(z.enum(PROJECT_STATES)).max(PROJECT_STATES.length).default([]),
  tags: stringList,
});
export type ProjectListFilter = z.infer<typeof ProjectListFilter>;

/** A window on the list of projects. */
export const ProjectListQuery = ProjectListFilter.extend({
  sort: z.enum(PROJECT_LIST_SORTS).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  /** Running first, then failing, then the rest; each in the order of `sort`. */
  grouped: z.boolean().default(false),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(200).default(50),
});
export type ProjectListQuery = z.infer<typeof ProjectListQuery>;

/** The group in which a project of this state stands. */
export function projectListGroup(state: ProjectState): ProjectListGroup {
  return state === 'running' || state === 'failing' ? state : 'rest';
}
