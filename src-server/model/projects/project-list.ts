import { z } from 'zod';

/** State of a project by its builds. */
export const PROJECT_STATES = ['running', 'failing', 'passing', 'cancelled', 'never'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];

/** The three collapsible groups of the project list. */
export const PROJECT_LIST_GROUPS = ['running', 'failing', 'rest'] as const;
export type ProjectListGroup = (typeof PROJECT_LIST_GROUPS)[number];

/** Sort keys of the project list. */
export const PROJECT_LIST_SORTS = ['name', 'last-build', 'default', 'language', 'active', 'took'] as const;
export type ProjectListSort = (typeof PROJECT_LIST_SORTS)[number];

const stringList = z.array(z.string().max(300)).max(300).default([]);

/** Filters of the project list. A project matches any value of a filter, and all filters. */
export const ProjectListFilter = z.object({
  /** Words that must occur in the name, slug or tags. */
  text: z.string().max(300).default(''),
  /** Codes. */
  languages: stringList,
  /** Codes. */
  programmingLanguages: stringList,
  /** Usernames of maintainers. */
  people: stringList,
  states: z.array(z.enum(PROJECT_STATES)).max(PROJECT_STATES.length).default([]),
  tags: stringList,
});
export type ProjectListFilter = z.infer<typeof ProjectListFilter>;

/** A page of the project list. */
export const ProjectListQuery = ProjectListFilter.extend({
  sort: z.enum(PROJECT_LIST_SORTS).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  /** Running first, then failing, then the rest; each sorted by `sort`. */
  grouped: z.boolean().default(false),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(200).default(50),
});
export type ProjectListQuery = z.infer<typeof ProjectListQuery>;

/** Returns the group of a project in this state. */
export function projectListGroup(state: ProjectState): ProjectListGroup {
  return state === 'running' || state === 'failing' ? state : 'rest';
}
