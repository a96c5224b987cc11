import { useCallback } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** What the side panel shows: a redirect by its id, a new one, or nothing. */
export type OpenRedirect = number | 'new' | null;

/** Reads the query part of an address; what makes no sense in it counts as not given. */
export function readOpenRedirect(search: string): OpenRedirect {
  const param = new URLSearchParams(search).get('redirect');
  if (param === 'new') return 'new';
  return param !== null && /^[1-9]\d{0,14}$/.test(param) ? Number(param) : null;
}

/** What the side panel shows, as the address says, and a way to change it. */
export function useOpenRedirect() {
  const opened = readOpenRedirect(useSearch());
  const open = useCallback(
    (next: OpenRedirect) => change('redirect', next === null ? null : String(next)),
    [],
  );
  return { opened, open };
}

/** The address that is being tested, '' for none, and a way to change it. */
export function useTestUrl() {
  const testUrl = new URLSearchParams(useSearch()).get('test') ?? '';
  const test = useCallback((next: string) => change('test', next === '' ? null : next), []);
  return { tested: testUrl, test };
}

/** Sets one part of the query, null for none, and leaves the others as they are. */
function change(name: 'redirect' | 'test', value: string | null): void {
  const parts = new URLSearchParams(location.search);
  if (value === null) parts.delete(name);
  else parts.set(name, value);
  // Slashes may stand in a query, and are easier to read so.
  const query = parts.toString().replaceAll('%2F', '/');
  navigate(location.pathname + (query === '' ? '' : `?${query}`), { replace: true });
}
