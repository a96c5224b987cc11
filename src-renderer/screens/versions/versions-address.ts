import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { VERSION_TYPES, type VersionType } from '../../../src-server/model/versions/version.ts';

/** Which of the versions are looked at. */
export const VERSION_FILTERS = ['all', 'active', 'built'] as const;
export type VersionFilter = (typeof VERSION_FILTERS)[number];

/** What the list can be sorted by. */
export const VERSION_SORTS = ['version', 'last-build', 'took'] as const;
export type VersionSort = (typeof VERSION_SORTS)[number];

/** Everything about the list of versions that its address remembers. */
export type VersionsAddress = {
  readonly text: string;
  readonly show: VersionFilter;
  readonly types: readonly VersionType[];
  readonly sort: VersionSort;
  /** Against the usual direction: the highest version, the newest and the longest build come first. */
  readonly isReversed: boolean;
};

/** Reads the query part of an address; what makes no sense in it counts as not given. */
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

/** The query part for this, with its `?`; '' when all is as usual. */
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

/** The address of the list of versions, and a way to change it. */
export function useVersionsAddress() {
  const search = useSearch();
  const address = useMemo(() => readVersionsAddress(search), [search]);
  const change = useCallback((changed: Partial<VersionsAddress>) => {
    // Read anew, since several changes may come between two drawings.
    const next = { ...readVersionsAddress(location.search), ...changed };
    navigate(`${location.pathname}${writeVersionsAddress(next)}`, { replace: true });
  }, []);
  return { address, change };
}
