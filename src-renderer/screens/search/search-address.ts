import { useCallback } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** Returns the address of the Search screen for a query. */
export function searchPath(q: string): string {
  return q.trim() === '' ? '/search' : `/search?${new URLSearchParams({ q })}`;
}

/** Returns the query in the address and a function that changes it. */
export function useSearchAddress() {
  const q = new URLSearchParams(useSearch()).get('q') ?? '';
  const change = useCallback((next: string) => {
    const path = searchPath(next);
    if (path !== location.pathname + location.search) navigate(path, { replace: true });
  }, []);
  return { q, change };
}
