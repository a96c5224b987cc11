import { type RefObject, useLayoutEffect, useState } from 'react';

/** Tells whether an element is narrower than so many pixels, which depends on more than the window: panels, its size. */
export function useNarrowerThan(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [isNarrower, setNarrower] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setNarrower(current.clientWidth < width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, width]);
  return isNarrower;
}
