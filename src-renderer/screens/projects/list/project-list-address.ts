import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import {
  PROJECT_LIST_GROUPS,
  PROJECT_LIST_SORTS,
  PROJECT_STATES,
  type ProjectListFilter,
  type ProjectListGroup,
  type ProjectListSort,
} from '../../../../src-server/model/projects/project-list.ts';
import { changeQuery } from '../../../ui/address/history-entries.ts';
import {
  choiceParam,
  choicesParam,
  entryOfChange,
  flagParam,
  indexParam,
  inPlace,
  readAddress,
  textParam,
  textsParam,
  writeAddress,
} from '../../../ui/address/use-address-state.ts';

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

const PATH = '/projects';

/** The parameters of the filters that hold a list of values. */
const FACET_PARAMS = {
  languages: textsParam('language'),
  programmingLanguages: textsParam('code'),
  people: textsParam('person'),
  states: choicesParam('state', PROJECT_STATES),
  tags: textsParam('tag'),
};
const PARAMS = {
  text: textParam('text'),
  ...FACET_PARAMS,
  sort: choiceParam('sort', PROJECT_LIST_SORTS, 'last-build'),
  direction: choiceParam('direction', ['asc', 'desc'], undefined),
  isFlat: flagParam('order', 'flat'),
  collapsed: inPlace(choicesParam('folded', PROJECT_LIST_GROUPS)),
  at: indexParam('at'),
};

/** Filters that hold a list of values. */
export type ProjectListFacet = keyof typeof FACET_PARAMS;
const FACETS = Object.keys(FACET_PARAMS) as ProjectListFacet[];

/** Returns the default direction of a sort: times and counts from the greatest, names from A. */
export function defaultDirection(sort: ProjectListSort): 'asc' | 'desc' {
  return sort === 'last-build' || sort === 'took' || sort === 'active' ? 'desc' : 'asc';
}

/** Parses the query of an address; invalid values count as absent. */
export function readProjectListAddress(search: string): ProjectListAddress {
  const { sort, direction, isFlat, collapsed, at, ...given } = readAddress(PARAMS, search);
  const filter: ProjectListFilter = {
    text: given.text,
    languages: [...given.languages],
    programmingLanguages: [...given.programmingLanguages],
    people: [...given.people],
    states: [...given.states],
    tags: [...given.tags],
  };
  return { filter, sort, direction: direction ?? defaultDirection(sort), grouped: !isFlat, collapsed, at };
}

/**
 * Formats the query of an address, with its `?` and without defaults; '' when everything has its default. Parameters of
 * `before` that are not of the list stay.
 */
export function writeProjectListAddress(address: ProjectListAddress, before = ''): string {
  const { filter, sort, direction, grouped, collapsed, at } = address;
  const written = direction === defaultDirection(sort) ? undefined : direction;
  return writeAddress(
    PARAMS,
    { ...filter, sort, direction: written, isFlat: !grouped, collapsed, at },
    before,
  );
}

/** Tells whether any filter is set. */
export function isFiltered(filter: ProjectListFilter): boolean {
  return filter.text !== '' || FACETS.some((facet) => filter[facet].length > 0);
}

/** Returns the address of the list of projects and functions that change it; a change scrolls to the top unless it gives `at`. */
export function useProjectListAddress() {
  const search = useSearch();
  const address = useMemo(() => readProjectListAddress(search), [search]);
  const change = useCallback((changed: Partial<ProjectListAddress>) => {
    // A late change, such as the scroll position, must not lead back from the screen that was opened since.
    if (location.pathname !== PATH) return;
    // Reads the current address, since several changes may come between two renders.
    const before = readProjectListAddress(location.search);
    const next = writeProjectListAddress({ ...before, at: 0, ...changed }, location.search);
    changeQuery(next, entryOfChange(PARAMS, location.search, next));
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
    clearFilters: useCallback(() => change({ filter: readProjectListAddress('').filter }), [change]),
  };
}
