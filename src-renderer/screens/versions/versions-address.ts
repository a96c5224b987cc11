import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { VERSION_TYPES, type VersionType } from '../../../src-server/model/versions/version.ts';

/** Filters by state. */
export const VERSION_FILTERS = ['all', 'active', 'built'] as const;
export type VersionFilter = (typeof VERSION_FILTERS)[number];

/** Columns that sort the list. */
export const VERSION_SORTS = ['version', 'last-build', 'took'] as const;
export type VersionSort = (typeof VERSION_SORTS)[number];

/** Filters and order of the list of versions, as kept in its address. */
export type VersionsAddress = {
  readonly text: string;
  readonly show: VersionFilter;
  readonly types: readonly VersionType[];
  readonly sort: VersionSort;
  /** Reverses the default order: highest version, newest build, longest build first. */
  readonly isReversed: boolean;
};

/** Parses the query of an address; invalid values count as absent. */
export function readVersionsAddress(search: string): VersionsAddress {
  const params = new URLSearchParams(search);
  return {
    text: params.get('text') ?? '',
    show: VERSION_FILTERS.find((each) => each === params.get('show')) ?? 'all',
    types: VERSION_TYPES.filter((type) => params.getAll('type').includes(type)),
    sort: VERSION_SORTS.find((each) => each === params.get('sort')) ?? 'version',
    isReversed: params.has('turned'),
  };
}

/** Formats the query of an address, with its `?`; '' when everything has its default. */
export function writeVersionsAddress({ text, show, types, sort, isReversed }: VersionsAddress): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('text', text);
  if (show !== 'all') params.set('show', show);
  for (const type of types) params.append('type', type);
  if (sort !== 'version') params.set('sort', sort);
  if (isReversed) params.set('turned', '');
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}

/** Returns the address of the list of versions and a function that changes it. */
export function useVersionsAddress() {
  const search = useSearch();
  const address = useMemo(() => readVersionsAddress(search), [search]);
  const change = useCallback((changed: Partial<VersionsAddress>) => {
    // Reads the current address, since several changes may come between two renders.
    const next = { ...readVersionsAddress(location.search), ...changed };
    navigate(`${location.pathname}${writeVersionsAddress(next)}`, { replace: true });
  }, []);
  return { address, change };
}
