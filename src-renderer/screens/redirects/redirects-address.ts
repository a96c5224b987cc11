import { useCallback } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** What the side panel shows: a redirect by its id, a new one, or nothing. */
export type OpenRedirect = number | 'new' | null;

/** Reads the query part of an address; what makes no sense in it counts as not given. */
export function readOpenRedirect(search: string): OpenRedirect {
  const given = new URLSearchParams(search).get('redirect');
  if (given === 'new') return 'new';
  return given !== null && /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
}

/** What the side panel shows, as the address says, and a way to change it. */
export function useOpenRedirect() {
  const opened = readOpenRedirect(useSearch());
  const open = useCallback((next: OpenRedirect) => {
    navigate(next === null ? location.pathname : `${location.pathname}?redirect=${next}`, { replace: true });
  }, []);
  return { opened, open };
}
