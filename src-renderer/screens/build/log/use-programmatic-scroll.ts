import { elementScroll } from '@tanstack/react-virtual';
import { type RefObject, useMemo } from 'react';

/** Tells the scrolling that the log does itself from everybody else's, against which it must not work. */
export type ProgrammaticScroll = {
  /** What the virtual list scrolls by. */
  readonly scrollToFn: typeof elementScroll<HTMLElement>;
  /** Scrolls so many pixels down. */
  readonly scrollBy: (pixels: number) => void;
  /** Whether somebody has scrolled since the log did: by the bar, by a program that reads it out, by any means. */
  readonly hasUserScrolled: () => boolean;
};

/** Watches over the place to which a scroller was brought last. */
export function useProgrammaticScroll(scroller: RefObject<HTMLElement | null>): ProgrammaticScroll {
  return useMemo(() => {
    let lastScrollTop: number | undefined;
    const savePosition = () => {
      lastScrollTop = scroller.current?.scrollTop;
    };
    return {
      scrollToFn(...args) {
        elementScroll(...args);
        savePosition();
      },
      scrollBy(pixels) {
        scroller.current?.scrollBy({ top: pixels, behavior: 'instant' });
        savePosition();
      },
      hasUserScrolled() {
        if (!scroller.current || lastScrollTop === undefined) return false;
        const { scrollTop, scrollHeight, clientHeight } = scroller.current;
        // A log that has become shorter is moved to its new end by the browser.
        const isMovedByEnd = scrollTop < lastScrollTop && scrollTop >= scrollHeight - clientHeight - 1;
        return Math.abs(scrollTop - lastScrollTop) > 1 && !isMovedByEnd;
      },
    };
  }, [scroller]);
}
