import { useCallback, useEffect, useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { readShelfAddress, writeShelfAddress } from './shelf-address.ts';

/** Scrolling has ended when nothing moved for this long, in milliseconds. */
const SETTLED_MS = 200;

/** Writes the first place on the screen into the address once scrolling has ended, for back, reload and restart. */
export function usePlaceInAddress(): (first: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((first: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const address = readShelfAddress(location.search);
      if (address.at === first || location.pathname !== '/projects') return;
      navigate(`/projects${writeShelfAddress({ ...address, at: first })}`, { replace: true });
    }, SETTLED_MS);
  }, []);
}
