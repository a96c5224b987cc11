import { useCallback } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** The address of the Search screen for what is looked for. */
export function searchPath(q: string): string {
  return q.trim() === '' ? '/search' : `/search?${new URLSearchParams({ q })}`;
}

/** What the address looks for, and a way to change it. */
export function useSearchAddress() {
  const q = new URLSearchParams(useSearch()).get('q') ?? '';
  const change = useCallback((next: string) => {
    const path = searchPath(next);
    if (path !== location.pathname + location.search) navigate(path, { replace: true });
  }, []);
  return { q, change };
}
