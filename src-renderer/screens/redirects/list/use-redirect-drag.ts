import {
  type Announcements,
  type DragMoveEvent,
  type DragStartEvent,
  getClientRect,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { formatRedirect, type RedirectView } from './redirect-view.ts';

/** A dragged redirect with its position and the one it would drop at, from 0. */
export type Drag = { readonly id: number; readonly from: number; readonly to: number };

type Options = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rules: readonly RedirectView[];
  readonly placeOf: (id: number) => number | undefined;
  readonly height: number;
  readonly move: (id: number, to: number) => void;
};

const restrictToVerticalAxis: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const MODIFIERS = [restrictToVerticalAxis];

/** Read by a screen reader on the drag handle. */
const INSTRUCTIONS = {
  draggable:
    'Press Space to pick up the redirect, the arrow keys to move it, Space again to drop it, Escape to cancel.',
};

/**
 * Makes the props of `DndContext` that drag rows of one height through a list of any length: the position follows from
 * the distance dragged, so rows off the screen need not exist.
 */
export function useRedirectDrag(options: Options) {
  const latest = useRef(options);
  latest.current = options;
  const [drag, setDrag] = useState<Drag | null>(null);
  const current = useRef<Drag | null>(null);

  const contextProps = useMemo(() => {
    const show = (next: Drag | null) => {
      current.current = next;
      setDrag(next);
    };
    const name = () => {
      const rule = latest.current.rules[current.current?.from ?? -1];
      return rule ? formatRedirect(rule) : 'the redirect';
    };
    const place = () => {
      const to = (current.current?.to ?? 0) + 1;
      return `${to.toLocaleString('en-GB')} of ${latest.current.rules.length.toLocaleString('en-GB')}`;
    };
    let initialScrollTop = 0;
    const onDragStart = ({ active }: DragStartEvent) => {
      initialScrollTop = latest.current.scroller.current?.scrollTop ?? 0;
      const id = Number(active.id);
      const from = latest.current.placeOf(id);
      if (from !== undefined) show({ id, from, to: from });
    };
    const onDragMove = ({ active, delta }: DragMoveEvent) => {
      const { placeOf, rules, height } = latest.current;
      const id = Number(active.id);
      const from = placeOf(id);
      // It may have been removed in the meantime.
      if (from === undefined) return show(null);
      const to = Math.max(0, Math.min(rules.length - 1, from + Math.round(delta.y / height)));
      const { current: previous } = current;
      if (previous?.from !== from || previous.to !== to) show({ id, from, to });
    };
    const onDragEnd = () => {
      const { current: last } = current;
      setDrag(null);
      if (last && last.from !== last.to) latest.current.move(last.id, last.to);
    };
    const onDragCancel = () => show(null);
    const announcements: Announcements = {
      onDragStart: () => `Picked up ${name()}, position ${place()}.`,
      onDragMove: () => `Position ${place()}.`,
      onDragOver: () => undefined,
      onDragEnd: () => `Dropped at position ${place()}.`,
      onDragCancel: () => 'Move cancelled.',
    };
    // Measures the row at its place when it was picked up. Rows mount as the list scrolls, which measures them again, but
    // the drag distance already includes the scrolling, which would count twice.
    const measure = (row: HTMLElement) => {
      const { left, top, width, height } = getClientRect(row, { ignoreTransform: true });
      const scrolledBy = (latest.current.scroller.current?.scrollTop ?? 0) - initialScrollTop;
      return {
        left,
        top: top + scrolledBy,
        width,
        height,
        right: left + width,
        bottom: top + scrolledBy + height,
      };
    };
    const measuring = { draggable: { measure } };
    const accessibility = { announcements, screenReaderInstructions: INSTRUCTIONS };
    return {
      onDragStart,
      onDragMove,
      onDragEnd,
      onDragCancel,
      accessibility,
      measuring,
      modifiers: MODIFIERS,
    };
  }, []);

  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      scrollBehavior: 'auto',
      coordinateGetter(event, { currentCoordinates }) {
        const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0;
        const to = (current.current?.to ?? 0) + step;
        if (step === 0 || to < 0 || to >= latest.current.rules.length) return undefined;
        event.preventDefault();
        return { ...currentCoordinates, y: currentCoordinates.y + step * latest.current.height };
      },
    }),
  );
  return { drag, context: { ...contextProps, sensors } };
}
