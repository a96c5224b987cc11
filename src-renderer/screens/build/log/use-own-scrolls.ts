import { elementScroll } from '@tanstack/react-virtual';
import { type RefObject, useMemo } from 'react';

/** Tells the scrolling that the log does itself from everybody else's, against which it must not work. */
export type OwnScrolls = {
  /** What the virtual list scrolls by. */
  readonly scrollToFn: typeof elementScroll<HTMLElement>;
  /** Scrolls so many pixels down. */
  readonly scrollBy: (pixels: number) => void;
  /** Whether somebody has scrolled since the log did: by the bar, by a program that reads it out, by any means. */
  readonly isElsewhere: () => boolean;
};

/** Watches over the place to which a scroller was brought last. */
export function useOwnScrolls(scroller: RefObject<HTMLElement | null>): OwnScrolls {
  return useMemo(() => {
    let place: number | undefined;
    const remember = () => {
      place = scroller.current?.scrollTop;
    };
    return {
      scrollToFn(...given) {
        elementScroll(...given);
        remember();
      },
      scrollBy(pixels) {
        scroller.current?.scrollBy({ top: pixels, behavior: 'instant' });
        remember();
      },
      isElsewhere() {
        if (!scroller.current || place === undefined) return false;
        const { scrollTop, scrollHeight, clientHeight } = scroller.current;
        // A log that has become shorter is moved to its new end by the browser.
        const isMovedByEnd = scrollTop < place && scrollTop >= scrollHeight - clientHeight - 1;
        return Math.abs(scrollTop - place) > 1 && !isMovedByEnd;
      },
    };
  }, [scroller]);
}
