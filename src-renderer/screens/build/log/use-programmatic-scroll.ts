import { elementScroll } from '@tanstack/react-virtual';
import { type RefObject, useMemo } from 'react';

/** Tells scrolling by the log itself from scrolling by the user. */
export type ProgrammaticScroll = {
  /** Scroll function of the virtual list. */
  readonly scrollToFn: typeof elementScroll<HTMLElement>;
  /** Scrolls down by this many pixels. */
  readonly scrollBy: (pixels: number) => void;
  /** Tells whether the user has scrolled since the log did, by any means: scroll bar, screen reader, keyboard. */
  readonly hasUserScrolled: () => boolean;
};

/** Remembers the position to which the log last scrolled itself. */
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
        // The browser moves a log that became shorter to its new end.
        const isMovedByEnd = scrollTop < lastScrollTop && scrollTop >= scrollHeight - clientHeight - 1;
        return Math.abs(scrollTop - lastScrollTop) > 1 && !isMovedByEnd;
      },
    };
  }, [scroller]);
}
