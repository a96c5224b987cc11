import { type RefObject, useMemo, useRef, useState } from 'react';
import { formatCount } from '../format.ts';

/** The row that is dragged, its place, and the one where it would drop, from 0. */
export type Drag = { readonly key: string | number; readonly from: number; readonly to: number };

type Options = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Rows of one height, in pixels. */
  readonly height: number;
  readonly indexOf: (key: string | number) => number | undefined;
  /** What a screen reader says of the row at a place. */
  readonly describe: (index: number) => string;
  readonly move: (key: string | number, to: number) => void;
};

/** Follows the drag of a row; `RowDragContext` calls it. */
export type RowDragHandlers = {
  readonly onStart: (key: string | number) => void;
  /** The row is this many pixels below where it was picked up. */
  readonly onMove: (key: string | number, distance: number) => void;
  readonly onEnd: () => void;
  readonly onCancel: () => void;
  /** How far the rows were scrolled since the row was picked up. */
  readonly scrolled: () => number;
  /** Pixels to the place so many rows further; undefined past the ends. */
  readonly distanceOf: (step: number) => number | undefined;
  /** What a screen reader says of the dragged row, and of its place: `3 of 12`. */
  readonly describe: () => string;
  readonly place: () => string;
};

/**
 * Follows rows of one height that are dragged through a list of any length: the place follows from the distance dragged,
 * so rows off the screen need not exist.
 */
export function useRowDrag(options: Options): {
  readonly drag: Drag | null;
  readonly handlers: RowDragHandlers;
} {
  const latest = useRef(options);
  latest.current = options;
  const [drag, setDrag] = useState<Drag | null>(null);
  const current = useRef<Drag | null>(null);

  const handlers = useMemo(() => {
    const show = (next: Drag | null) => {
      current.current = next;
      setDrag(next);
    };
    const scrollTop = () => latest.current.scroller.current?.scrollTop ?? 0;
    let initialScrollTop = 0;
    return {
      onStart(key: string | number) {
        initialScrollTop = scrollTop();
        const from = latest.current.indexOf(key);
        if (from !== undefined) show({ key, from, to: from });
      },
      onMove(key: string | number, distance: number) {
        const { indexOf, count, height } = latest.current;
        const from = indexOf(key);
        // The row may have been removed meanwhile.
        if (from === undefined) return show(null);
        const to = Math.max(0, Math.min(count - 1, from + Math.round(distance / height)));
        const { current: previous } = current;
        if (previous?.from !== from || previous.to !== to) show({ key, from, to });
      },
      onEnd() {
        const { current: last } = current;
        setDrag(null);
        if (last && last.from !== last.to) latest.current.move(last.key, last.to);
      },
      onCancel: () => show(null),
      scrolled: () => scrollTop() - initialScrollTop,
      distanceOf(step: number) {
        const to = (current.current?.to ?? 0) + step;
        return to < 0 || to >= latest.current.count ? undefined : step * latest.current.height;
      },
      describe: () => latest.current.describe(current.current?.from ?? -1),
      place: () => `${formatCount((current.current?.to ?? 0) + 1)} of ${formatCount(latest.current.count)}`,
    };
  }, []);
  return { drag, handlers };
}

/** How many rows the row at `index` makes room by, while another is dragged past it. */
export function shiftOf(index: number, drag: Drag | null): -1 | 0 | 1 {
  if (!drag) return 0;
  if (index > drag.from && index <= drag.to) return -1;
  return index < drag.from && index >= drag.to ? 1 : 0;
}
