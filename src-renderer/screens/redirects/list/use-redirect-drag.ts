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

/** A redirect in somebody's hand: where it stands and where it would go, from 0. */
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

/** For whoever reaches the handle of a row by keyboard and cannot see it. */
const INSTRUCTIONS = {
  draggable:
    'Press Space to take the redirect, the up and down arrows to move it, Space to put it down, Escape to leave it where it was.',
};

/**
 * What `DndContext` wants so that rows of one height can be dragged through a list of any length: the place follows
 * from the way gone, so no row that is off the screen has to exist.
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
      // Somebody else may have removed it meanwhile.
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
      onDragStart: () => `Took ${name()}, place ${place()}.`,
      onDragMove: () => `Place ${place()}.`,
      onDragOver: () => undefined,
      onDragEnd: () => `Put down at place ${place()}.`,
      onDragCancel: () => 'Left where it was.',
    };
    // Where the row stood when it was taken. Rows come and go as the list scrolls, at which it is measured again; what
    // the list has scrolled since is added to the way gone already, and would be counted twice.
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
