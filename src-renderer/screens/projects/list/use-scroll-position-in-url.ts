import { useCallback, useEffect, useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { readProjectListAddress, writeProjectListAddress } from './project-list-address.ts';

/** Scrolling counts as ended after this long without movement, in milliseconds. */
const DEBOUNCE_MS = 200;

/** Saves the first visible row in the address when scrolling has ended, for back, reload and restart. */
export function useScrollPositionInUrl(): (first: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((first: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const address = readProjectListAddress(location.search);
      if (address.at === first || location.pathname !== '/projects') return;
      navigate(`/projects${writeProjectListAddress({ ...address, at: first })}`, { replace: true });
    }, DEBOUNCE_MS);
  }, []);
}
