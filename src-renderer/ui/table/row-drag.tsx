import {
  type Announcements,
  DndContext,
  type DragMoveEvent,
  type DragStartEvent,
  getClientRect,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { formatCount } from '../format.ts';
import classes from './virtual-table.module.css';

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

const verticalOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const MODIFIERS = [verticalOnly];
/** A screen reader reads this on the handle. */
const INSTRUCTIONS = {
  draggable:
    'Press Space to pick up the row, the arrow keys to move it, Space again to drop it, Escape to cancel.',
};

/**
 * Makes the props of `DndContext` that drag rows of one height through a list of any length: the place follows from the
 * distance dragged, so rows off the screen need not exist.
 */
export function useRowDrag(options: Options) {
  const latest = useRef(options);
  latest.current = options;
  const [drag, setDrag] = useState<Drag | null>(null);
  const current = useRef<Drag | null>(null);

  const contextProps = useMemo(() => {
    const show = (next: Drag | null) => {
      current.current = next;
      setDrag(next);
    };
    const place = () =>
      `${formatCount((current.current?.to ?? 0) + 1)} of ${formatCount(latest.current.count)}`;
    let initialScrollTop = 0;
    const announcements: Announcements = {
      onDragStart: () =>
        `Picked up ${latest.current.describe(current.current?.from ?? -1)}, position ${place()}.`,
      onDragMove: () => `Position ${place()}.`,
      onDragOver: () => undefined,
      onDragEnd: () => `Dropped at position ${place()}.`,
      onDragCancel: () => 'Move cancelled.',
    };
    // Measures the row where it was picked up. Rows mount as the list scrolls, which measures them again, but the drag
    // distance already includes the scrolling, which would count twice.
    const measure = (row: HTMLElement) => {
      const { left, top, width, height } = getClientRect(row, { ignoreTransform: true });
      const scrolledTop = top + (latest.current.scroller.current?.scrollTop ?? 0) - initialScrollTop;
      return { left, top: scrolledTop, width, height, right: left + width, bottom: scrolledTop + height };
    };
    return {
      onDragStart({ active }: DragStartEvent) {
        initialScrollTop = latest.current.scroller.current?.scrollTop ?? 0;
        const from = latest.current.indexOf(active.id);
        if (from !== undefined) show({ key: active.id, from, to: from });
      },
      onDragMove({ active, delta }: DragMoveEvent) {
        const { indexOf, count, height } = latest.current;
        const from = indexOf(active.id);
        // The row may have been removed meanwhile.
        if (from === undefined) return show(null);
        const to = Math.max(0, Math.min(count - 1, from + Math.round(delta.y / height)));
        const { current: previous } = current;
        if (previous?.from !== from || previous.to !== to) show({ key: active.id, from, to });
      },
      onDragEnd() {
        const { current: last } = current;
        setDrag(null);
        if (last && last.from !== last.to) latest.current.move(last.key, last.to);
      },
      onDragCancel: () => show(null),
      accessibility: { announcements, screenReaderInstructions: INSTRUCTIONS },
      measuring: { draggable: { measure } },
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
        if (step === 0 || to < 0 || to >= latest.current.count) return undefined;
        event.preventDefault();
        return { ...currentCoordinates, y: currentCoordinates.y + step * latest.current.height };
      },
    }),
  );
  return { drag, context: { ...contextProps, sensors } };
}

/** How many rows the row at `index` makes room by, while another is dragged past it. */
export function shiftOf(index: number, drag: Drag | null): -1 | 0 | 1 {
  if (!drag) return 0;
  if (index > drag.from && index <= drag.to) return -1;
  return index < drag.from && index >= drag.to ? 1 : 0;
}

type DraggedRowProps = {
  readonly dragKey: string | number;
  readonly active: boolean;
  readonly label: string;
  /** Draws the row around its handle; `offset` is how far it is dragged, undefined while it is not. */
  readonly children: (drag: {
    readonly ref: (element: HTMLElement | null) => void;
    readonly handle: ReactNode;
    readonly offset: number | undefined;
  }) => ReactNode;
};

/** Lets a row be dragged by its handle. */
export function DraggedRow({ dragKey, active, label, children }: DraggedRowProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, isDragging } = useDraggable({
    id: dragKey,
    attributes: { roleDescription: 'handle', tabIndex: active ? 0 : -1 },
  });
  const handle = (
    <button
      ref={setActivatorNodeRef}
      type="button"
      {...attributes}
      {...listeners}
      className={classes.dragHandle}
      aria-label={label}
    >
      <IconGripVertical size={14} stroke={1.75} aria-hidden />
    </button>
  );
  return children({ ref: setNodeRef, handle, offset: isDragging ? (transform?.y ?? 0) : undefined });
}

type ContextProps = {
  readonly context: ReturnType<typeof useRowDrag>['context'] | undefined;
  readonly children: ReactNode;
};

/** Surrounds the rows of a table that can be put in another order. */
export function RowDragContext({ context, children }: ContextProps) {
  return context ? <DndContext {...context}>{children}</DndContext> : children;
}
