import type { ProjectListFilter, ProjectState } from '../../model/projects/project-list.ts';
import type { ProjectListEntry } from '../../store/indexes/project-list-index.ts';
import { isListedFor } from '../kernel/access.ts';

const FACETS = ['languages', 'programmingLanguages', 'people', 'states', 'tags'] as const;
type FacetName = (typeof FACETS)[number];

/** Counts of projects by each value of a filter while the other filters apply; highest count first. */
export type ProjectListFacets = Readonly<
  Record<FacetName, readonly { readonly value: string; readonly count: number }[]>
>;

const VALUES: Readonly<Record<FacetName, (project: ProjectListEntry) => readonly string[]>> = {
  languages: (project) => [project.language],
  programmingLanguages: (project) => [project.programmingLanguage],
  people: (project) => project.people.map(({ username }) => username),
  states: (project): readonly ProjectState[] => [project.state],
  tags: (project) => project.tags,
};

/**
 * Returns a function that tells which filters a project fails: one bit for each facet in order, and the next bit for
 * text and visibility. 0 means that the project is in the list.
 */
export function failedFiltersOf(
  viewerId: number | null,
  filter: ProjectListFilter,
): (project: ProjectListEntry) => number {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = FACETS.flatMap((name, at) => {
    const values: ReadonlySet<string> = new Set<string>(filter[name]);
    return values.size > 0 ? [{ bit: 1 << at, values, of: VALUES[name] }] : [];
  });
  return (project) => {
    if (!isListedFor(viewerId, project.people)) return 1 << FACETS.length;
    if (!words.every((word) => project.searchText.includes(word))) return 1 << FACETS.length;
    let failed = 0;
    for (const { bit, values, of } of wanted)
      if (!of(project).some((value) => values.has(value))) failed |= bit;
    return failed;
  };
}

/** Counts the values of each facet, leaving out projects that fail any other filter. */
export function countFacets(
  projects: readonly ProjectListEntry[],
  failedFilters: (project: ProjectListEntry) => number,
): ProjectListFacets {
  const counts = FACETS.map(() => new Map<string, number>());
  for (const project of projects) {
    const failed = failedFilters(project);
    FACETS.forEach((name, at) => {
      // A project that fails this filter alone would be listed if another value of it were chosen.
      if (failed !== 0 && failed !== 1 << at) return;
      const values = counts[at];
      for (const value of VALUES[name](project)) values?.set(value, (values.get(value) ?? 0) + 1);
    });
  }
  const [languages = [], programmingLanguages = [], people = [], states = [], tags = []] =
    counts.map(byCount);
  return { languages, programmingLanguages, people, states, tags };
}

function byCount(counts: ReadonlyMap<string, number>): { value: string; count: number }[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
