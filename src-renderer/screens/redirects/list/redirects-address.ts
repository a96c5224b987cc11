import { useCallback } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** Redirect in the side panel: its id, a new one, or none. */
export type OpenRedirect = number | 'new' | null;

/** Reads the query of an address; ignores invalid values. */
export function readOpenRedirect(search: string): OpenRedirect {
  const param = new URLSearchParams(search).get('redirect');
  if (param === 'new') return 'new';
  return param !== null && /^[1-9]\d{0,14}$/.test(param) ? Number(param) : null;
}

/** Reads and changes the redirect in the side panel, kept in the address. */
export function useOpenRedirect() {
  const opened = readOpenRedirect(useSearch());
  const open = useCallback(
    (next: OpenRedirect) => change('redirect', next === null ? null : String(next)),
    [],
  );
  return { opened, open };
}

/** Reads and changes the tested URL, kept in the address; '' for none. */
export function useTestUrl() {
  const testUrl = new URLSearchParams(useSearch()).get('test') ?? '';
  const test = useCallback((next: string) => change('test', next === '' ? null : next), []);
  return { tested: testUrl, test };
}

/** Sets one query parameter, null to remove it; keeps the others. */
function change(name: 'redirect' | 'test', value: string | null): void {
  const parts = new URLSearchParams(location.search);
  if (value === null) parts.delete(name);
  else parts.set(name, value);
  // Slashes are allowed in a query and easier to read unescaped.
  const query = parts.toString().replaceAll('%2F', '/');
  navigate(location.pathname + (query === '' ? '' : `?${query}`), { replace: true });
}
