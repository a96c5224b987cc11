import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import {
  PROJECT_LIST_GROUPS,
  PROJECT_LIST_SORTS,
  PROJECT_STATES,
  type ProjectListFilter,
  type ProjectListGroup,
  type ProjectListSort,
} from '../../../../src-server/model/projects/project-list.ts';

/** Filters, order and scroll position of the list of projects, as kept in its address. */
export type ProjectListAddress = {
  readonly filter: ProjectListFilter;
  readonly sort: ProjectListSort;
  readonly direction: 'asc' | 'desc';
  /** Running projects first, then failing, then the rest. */
  readonly grouped: boolean;
  readonly collapsed: readonly ProjectListGroup[];
  /** Index of the first visible row. */
  readonly at: number;
};

const NO_FILTER: ProjectListFilter = {
  ...{ text: '', languages: [], programmingLanguages: [], people: [], states: [], tags: [] },
};
const PARAMS = {
  languages: 'language',
  programmingLanguages: 'code',
  people: 'person',
  states: 'state',
  tags: 'tag',
} as const;

/** Filters that hold a list of values. */
export type ProjectListFacet = keyof typeof PARAMS;
export const PROJECT_LIST_FACETS = Object.keys(PARAMS) as ProjectListFacet[];

/** Returns the default direction of a sort: times and counts from the greatest, names from A. */
export function defaultDirection(sort: ProjectListSort): 'asc' | 'desc' {
  return sort === 'last-build' || sort === 'took' || sort === 'active' ? 'desc' : 'asc';
}

/** Parses the query of an address; invalid values count as absent. */
export function readProjectListAddress(search: string): ProjectListAddress {
  const params = new URLSearchParams(search);
  const sort = PROJECT_LIST_SORTS.find((each) => each === params.get('sort')) ?? 'last-build';
  const direction = params.get('direction');
  const at = Number(params.get('at') ?? 0);
  return {
    filter: {
      ...NO_FILTER,
      text: params.get('text') ?? '',
      languages: params.getAll(PARAMS.languages),
      programmingLanguages: params.getAll(PARAMS.programmingLanguages),
      people: params.getAll(PARAMS.people),
      states: PROJECT_STATES.filter((state) => params.getAll(PARAMS.states).includes(state)),
      tags: params.getAll(PARAMS.tags),
    },
    sort,
    direction: direction === 'asc' || direction === 'desc' ? direction : defaultDirection(sort),
    grouped: params.get('order') !== 'flat',
    collapsed: PROJECT_LIST_GROUPS.filter((group) => params.getAll('folded').includes(group)),
    at: Number.isSafeInteger(at) && at > 0 ? at : 0,
  };
}

/** Formats the query of an address, with its `?` and without defaults; '' when everything has its default. */
export function writeProjectListAddress(address: ProjectListAddress): string {
  const { filter, sort, direction, grouped, collapsed, at } = address;
  const params = new URLSearchParams();
  if (filter.text !== '') params.set('text', filter.text);
  for (const facet of PROJECT_LIST_FACETS)
    for (const value of filter[facet]) params.append(PARAMS[facet], value);
  if (sort !== 'last-build') params.set('sort', sort);
  if (direction !== defaultDirection(sort)) params.set('direction', direction);
  if (!grouped) params.set('order', 'flat');
  for (const group of collapsed) params.append('folded', group);
  if (at > 0) params.set('at', String(at));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Tells whether any filter is set. */
export function isFiltered(filter: ProjectListFilter): boolean {
  return filter.text !== '' || PROJECT_LIST_FACETS.some((facet) => filter[facet].length > 0);
}

/** Returns the address of the list of projects and functions that change it; a change scrolls to the top unless it gives `at`. */
export function useProjectListAddress() {
  const search = useSearch();
  const address = useMemo(() => readProjectListAddress(search), [search]);
  const change = useCallback((changed: Partial<ProjectListAddress>) => {
    // Reads the current address, since several changes may come between two renders.
    const before = readProjectListAddress(location.search);
    navigate(`/projects${writeProjectListAddress({ ...before, at: 0, ...changed })}`, { replace: true });
  }, []);
  const filterBy = useCallback(
    (filter: Partial<ProjectListFilter>) =>
      change({ filter: { ...readProjectListAddress(location.search).filter, ...filter } }),
    [change],
  );
  return {
    address,
    change,
    filterBy,
    clearFilters: useCallback(() => change({ filter: NO_FILTER }), [change]),
  };
}
