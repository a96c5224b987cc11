import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** What the list can be sorted by. */
export const VARIABLE_SORTS = ['modified', 'name', 'created'] as const;
export type VariableSort = (typeof VARIABLE_SORTS)[number];

/** Everything about the list of variables that its address remembers. */
export type EnvironmentAddress = {
  readonly text: string;
  readonly sort: VariableSort;
  /** Against the usual direction: the newest, and names from A, come first. */
  readonly reversed: boolean;
};

/** Reads the query part of an address; what makes no sense in it counts as not given. */
export function readEnvironmentAddress(search: string): EnvironmentAddress {
  const params = new URLSearchParams(search);
  return {
    text: params.get('text') ?? '',
    sort: VARIABLE_SORTS.find((each) => each === params.get('sort')) ?? 'modified',
    reversed: params.has('turned'),
  };
}

/** The query part for this, with its `?`; '' when all is as usual. */
export function writeEnvironmentAddress({ text, sort, reversed }: EnvironmentAddress): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('text', text);
  if (sort !== 'modified') params.set('sort', sort);
  if (reversed) params.set('turned', '');
  const written = params.toString();
  return written === '' ? '' : `?${written}`;
}

/** The address of the list of variables, and a way to change it. */
export function useEnvironmentAddress() {
  const search = useSearch();
  const address = useMemo(() => readEnvironmentAddress(search), [search]);
  const change = useCallback((changed: Partial<EnvironmentAddress>) => {
    // Read anew, since several changes may come between two drawings.
    const next = { ...readEnvironmentAddress(location.search), ...changed };
    navigate(`${location.pathname}${writeEnvironmentAddress(next)}`, { replace: true });
  }, []);
  return { address, change };
}
