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
import { type ReactNode, useMemo } from 'react';
import type { RowDragHandlers } from './use-row-drag.ts';
import classes from './virtual-table.module.css';

const verticalOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const MODIFIERS = [verticalOnly];
/** A screen reader reads this on the handle. */
const INSTRUCTIONS = {
  draggable:
    'Press Space to pick up the row, the arrow keys to move it, Space again to drop it, Escape to cancel.',
};

type ContextProps = { readonly handlers: RowDragHandlers; readonly children: ReactNode };

/** Surrounds rows that can be put in another order. */
export function RowDragContext({ handlers, children }: ContextProps) {
  const props = useMemo(() => contextProps(handlers), [handlers]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      scrollBehavior: 'auto',
      coordinateGetter(event, { currentCoordinates }) {
        const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0;
        const distance = step === 0 ? undefined : handlers.distanceOf(step);
        if (distance === undefined) return undefined;
        event.preventDefault();
        return { ...currentCoordinates, y: currentCoordinates.y + distance };
      },
    }),
  );
  return (
    <DndContext {...props} sensors={sensors}>
      {children}
    </DndContext>
  );
}

function contextProps({ onStart, onMove, onEnd, onCancel, ...handlers }: RowDragHandlers) {
  const announcements: Announcements = {
    onDragStart: () => `Picked up ${handlers.describe()}, position ${handlers.place()}.`,
    onDragMove: () => `Position ${handlers.place()}.`,
    onDragOver: () => undefined,
    onDragEnd: () => `Dropped at position ${handlers.place()}.`,
    onDragCancel: () => 'Move cancelled.',
  };
  // Measures the row where it was picked up. Rows mount as the list scrolls, which measures them again, but the drag
  // distance already includes the scrolling, which would count twice.
  const measure = (row: HTMLElement) => {
    const { left, top, width, height } = getClientRect(row, { ignoreTransform: true });
    const scrolledTop = top + handlers.scrolled();
    return { left, top: scrolledTop, width, height, right: left + width, bottom: scrolledTop + height };
  };
  return {
    onDragStart: ({ active }: DragStartEvent) => onStart(active.id),
    onDragMove: ({ active, delta }: DragMoveEvent) => onMove(active.id, delta.y),
    onDragEnd: onEnd,
    onDragCancel: onCancel,
    accessibility: { announcements, screenReaderInstructions: INSTRUCTIONS },
    measuring: { draggable: { measure } },
    modifiers: MODIFIERS,
  };
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

/** How rows are dragged. The tables that can be put in another order bring it, so that the others do not load it. */
export const ROW_DRAG = { Context: RowDragContext, Row: DraggedRow } as const;
