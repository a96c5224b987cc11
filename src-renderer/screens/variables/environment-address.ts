import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** Sort keys of the list. */
export const VARIABLE_SORTS = ['modified', 'name', 'created'] as const;
export type VariableSort = (typeof VARIABLE_SORTS)[number];

/** State of the variable list that its address keeps. */
export type EnvironmentAddress = {
  readonly text: string;
  readonly sort: VariableSort;
  /** Reverses the default direction: newest first, names from A. */
  readonly reversed: boolean;
};

/** Reads the query of an address; ignores invalid values. */
export function readEnvironmentAddress(search: string): EnvironmentAddress {
  const params = new URLSearchParams(search);
  return {
    text: params.get('text') ?? '',
    sort: VARIABLE_SORTS.find((each) => each === params.get('sort')) ?? 'modified',
    reversed: params.has('turned'),
  };
}

/** Writes the query with its `?`; '' for the default state. */
export function writeEnvironmentAddress({ text, sort, reversed }: EnvironmentAddress): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('text', text);
  if (sort !== 'modified') params.set('sort', sort);
  if (reversed) params.set('turned', '');
  const written = params.toString();
  return written === '' ? '' : `?${written}`;
}

/** Reads and changes the address of the variable list. */
export function useEnvironmentAddress() {
  const search = useSearch();
  const address = useMemo(() => readEnvironmentAddress(search), [search]);
  const change = useCallback((changed: Partial<EnvironmentAddress>) => {
    // Read from the location, since several changes may happen between renders.
    const next = { ...readEnvironmentAddress(location.search), ...changed };
    navigate(`${location.pathname}${writeEnvironmentAddress(next)}`, { replace: true });
  }, []);
  return { address, change };
}
