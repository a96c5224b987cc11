import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useNarrow } from '../window-zoom.ts';
import { ColumnChooser } from './columns/column-chooser.tsx';
import { useShownColumns } from './columns/use-shown-columns.ts';
import { isSelectAll, moveByKey } from './keyboard/table-keys.ts';
import { useKeptInSight } from './keyboard/use-kept-in-sight.ts';
import { rowElement, useTableFocus } from './keyboard/use-table-focus.ts';
import { openRowMenu, rowIndexAt } from './open-row-menu.ts';
import { TableHeader } from './table-header.tsx';
import type { TableProps } from './table-props.ts';
import { HeadingRow, TableRow } from './table-row.tsx';
import { shiftOf, useRowDrag } from './use-row-drag.ts';
import classes from './virtual-table.module.css';

const HEADER_HEIGHT = 28;
const HEADING_HEIGHT = 28;
const MENU_TRACK = 'minmax(16px, auto)';

/**
 * Shows a table of any length: only the rows on the screen exist. One row has the keyboard; arrows, Page, Home and End
 * move it, with Shift selecting on the way, Ctrl/⌘ A selects all, Enter opens the row, Space selects it, the Menu key opens its menu, Alt with an
 * arrow moves the row itself where the order can change.
 */
export function VirtualTable<Row, Key extends string | number>(props: TableProps<Row, Key>) {
  const { label, columns, count, rowAt, keyOf, indexOf, onVisibleRange, selection, reordering } = props;
  const narrow = useNarrow();
  const height = narrow ? 32 : 36;
  const scroller = useRef<HTMLDivElement>(null);
  const chosen = useShownColumns(props.columnsKey, columns, scroller);
  const [isChoosing, setChoosing] = useState(false);
  const [active, setActive] = useState<{ readonly index: number; readonly key?: Key }>({
    index: props.startAt ?? 0,
  });
  const activeIndex = (active.key !== undefined ? indexOf?.(active.key) : undefined) ?? active.index;
  const current = Math.min(activeIndex, Math.max(0, count - 1));
  const latest = useRef(props);
  latest.current = props;
  const { drag, handlers } = useRowDrag({
    scroller,
    count,
    height,
    indexOf: (key) => indexOf?.(key as Key),
    describe: (index) => describeAt(index),
    move: (key, to) => latest.current.reordering?.move(key as Key, to),
  });
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (props.headingAt?.(index) ? HEADING_HEIGHT : height),
    overscan: 10,
    // The header is above the rows, and lets them begin that much further down: only its height below is missing.
    scrollPaddingStart: props.headingAbove ? HEADING_HEIGHT : 0,
    scrollPaddingEnd: HEADER_HEIGHT,
    initialOffset: Math.max(0, (props.startAt ?? 0) - (props.rowsAbove ?? 0)) * height,
    // The rows with the keyboard and under the pointer stay, however far they are scrolled away, or both would be lost.
    rangeExtractor: (range) => {
      const heading = props.headingAbove?.(range.startIndex);
      const kept = [current, ...(drag ? [drag.from] : []), ...(heading === undefined ? [] : [heading])];
      const shown = new Set([...defaultRangeExtractor(range), ...kept]);
      return [...shown].filter((index) => index < count).sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height in a narrow window
  useEffect(() => virtualizer.measure(), [height, props.headingAt]);
  const previousListKey = useRef(props.listKey);
  /** Where another list is to be shown from, until it has that many rows. */
  const pendingStart = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (previousListKey.current !== props.listKey) {
      previousListKey.current = props.listKey;
      const start = latest.current.startAt ?? 0;
      pendingStart.current = start > 0 ? start : undefined;
      scroller.current?.scrollTo({ top: 0 });
      setActive({ index: start });
    }
    const { current: start } = pendingStart;
    if (start === undefined || start >= count) return;
    pendingStart.current = undefined;
    virtualizer.scrollToIndex(start, { align: 'start' });
  }, [props.listKey, count, virtualizer]);
  // A row is drawn again when its props change, so these stay the same functions.
  const openRow = useRef((row: Row) => latest.current.open?.(row)).current;
  const selectRow = useRef((index: number, range: boolean) => {
    latest.current.selection?.toggle(index, range);
    // A row that was half hidden comes into sight.
    virtualizer.scrollToIndex(index);
  }).current;
  const activate = useRef((index: number) => {
    const row = latest.current.rowAt(index);
    const key = latest.current.indexOf && row !== undefined ? latest.current.keyOf(row) : undefined;
    setActive(key === undefined ? { index } : { index, key });
  }).current;
  const items = virtualizer.getVirtualItems();
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => onVisibleRange?.(first, last), [onVisibleRange, first, last]);

  function focusRow(index: number): void {
    const next = Math.max(0, Math.min(count - 1, index));
    activate(next);
    virtualizer.scrollToIndex(next);
    requestAnimationFrame(() => rowElement(scroller.current, next)?.focus({ preventScroll: true }));
  }
  useImperativeHandle(props.ref, () => ({
    scrollTo(key, focus) {
      const index = indexOf?.(key);
      if (index === undefined) return;
      if (focus) return focusRow(index);
      activate(index);
      virtualizer.scrollToIndex(index);
    },
  }));

  const focusHandlers = useTableFocus(scroller, current);
  useKeptInSight(virtualizer, current);
  function describeAt(index: number): string {
    const row = rowAt(index);
    return row === undefined ? 'the row' : (reordering?.describe(row) ?? '');
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (isSelectAll(event) && selection?.selectAll) {
      if (selection.selectAll.state !== 'all' && !selection.selectAll.isDisabled)
        selection.selectAll.toggle();
      event.preventDefault();
      return;
    }
    const row = (event.target as HTMLElement).closest('[role="row"]');
    if (!row || event.target !== row || event.ctrlKey || event.metaKey) return;
    const data = rowAt(current);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.altKey) {
      if (!reordering || step === 0 || data === undefined) return;
      const to = current + step;
      if (to >= 0 && to < count) reordering.nudge(keyOf(data), to);
      event.preventDefault();
      return;
    }
    const heading = props.headingAt?.(current);
    const pageRows = Math.floor(((scroller.current?.clientHeight ?? 0) - HEADER_HEIGHT) / height) - 1;
    const isMoved = moveByKey(event, {
      current,
      count,
      pageRows: Math.max(1, pageRows),
      isHeading: (index) => props.headingAt?.(index) !== undefined,
      focusRow,
      extend: selection?.extend,
    });
    if (isMoved) event.preventDefault();
    else if (heading) {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      heading.collapse();
    } else if (event.key === 'Enter' && data !== undefined) props.open?.(data);
    else if (event.key === ' ' && selection) selection.toggle(current, event.shiftKey);
    else if (props.keys?.[event.key] && data !== undefined) props.keys[event.key]?.(data);
    else return;
    event.preventDefault();
  }

  function onContextMenu(event: MouseEvent): void {
    const index = rowIndexAt(event);
    // A menu of a row is elsewhere in the page.
    if (index === undefined) return;
    if (index >= 0) {
      const row = props.headingAt?.(index) ? undefined : rowAt(index);
      if (row !== undefined && props.menu) openRowMenu(event, props.menu, row, index);
    } else if (props.columnsKey !== undefined) {
      setChoosing(true);
      event.preventDefault();
    }
  }

  const hasCheckboxes = selection?.selectAll !== undefined;
  const tracks = [
    ...(reordering ? ['14px'] : []),
    ...(hasCheckboxes ? ['14px'] : []),
    ...chosen.shown.map(({ width }) => width),
    ...(props.menu ? [MENU_TRACK] : []),
  ];
  const stickyHeading = props.headingAbove?.(first);
  const chooser = props.columnsKey !== undefined && (
    <ColumnChooser columns={columns} {...chosen} opened={isChoosing} setOpened={setChoosing} />
  );
  const style: CSSProperties & Record<'--grid-columns', string> = {
    '--grid-columns': tracks.join(' '),
    // For what the browser itself brings into sight.
    scrollPaddingTop: HEADER_HEIGHT + (props.headingAbove ? HEADING_HEIGHT : 0),
    ...(props.fitsRows && {
      flex: '0 1 auto',
      minHeight: 64,
      height: HEADER_HEIGHT + virtualizer.getTotalSize(),
    }),
  };
  const table = (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtual list, which a table element cannot
    <div
      ref={scroller}
      className={classes.scroller}
      style={style}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      data-dragging={drag ? true : undefined}
      onKeyDown={onKeyDown}
      onKeyUp={({ key }) => key === 'Alt' && reordering?.settle()}
      onContextMenu={onContextMenu}
      {...focusHandlers}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={classes.headerGroup}>
        <TableHeader
          columns={chosen.shown}
          sorting={props.sorting}
          selectAll={selection?.selectAll}
          isReorderable={reordering !== undefined}
          menuHeader={props.menu && (chooser || null)}
        />
      </div>
      {count === 0 && props.empty}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start, size }) => {
          const place = { index, top: start, active: index === current, onFocus: activate };
          const heading = props.headingAt?.(index);
          if (heading)
            return (
              <HeadingRow
                key={`heading-${heading.key}`}
                heading={heading}
                height={size}
                isSticky={index === stickyHeading}
                {...place}
              />
            );
          const row = rowAt(index);
          const key = row === undefined ? undefined : keyOf(row);
          const isHeld = drag !== null && drag.key === key;
          return (
            <TableRow
              key={key ?? `skeleton-${index}`}
              {...place}
              columns={chosen.shown}
              menu={props.menu}
              row={row}
              height={height}
              selected={key !== undefined && (selection?.keys.has(key) ?? false)}
              selectable={selection !== undefined}
              checkboxLabel={hasCheckboxes ? `Select ${nameOfRow(row, props.nameOf)}`.trim() : undefined}
              highlight={row === undefined ? undefined : props.highlight?.(row)}
              drag={
                reordering && row !== undefined && key !== undefined
                  ? {
                      key,
                      Row: reordering.drag.Row,
                      label: reordering.handleLabel(row, index),
                      place: isHeld ? drag.to : index + shiftOf(index, drag),
                      shift: shiftOf(index, drag),
                      count,
                    }
                  : undefined
              }
              open={openRow}
              select={selectRow}
            />
          );
        })}
      </div>
    </div>
  );
  return reordering ? <reordering.drag.Context handlers={handlers}>{table}</reordering.drag.Context> : table;
}

function nameOfRow<Row>(row: Row | undefined, nameOf: ((row: Row) => string) | undefined): string {
  return row === undefined ? '' : (nameOf?.(row) ?? '');
}
