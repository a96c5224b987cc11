import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNarrowerThan } from '../use-narrower-than.ts';
import { useNarrow } from '../window-zoom.ts';
import { RowDragContext, shiftOf, useRowDrag } from './row-drag.tsx';
import { type Sorting, TableHeader } from './table-header.tsx';
import { HeadingRow, TableRow } from './table-row.tsx';
import type { Column, Heading, Reordering, Selection, TableHandle } from './table-types.ts';
import classes from './virtual-table.module.css';

type Props<Row, Key extends string | number> = {
  readonly ref?: Ref<TableHandle<Key>>;
  /** Names the rows for a screen reader. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** undefined while the row is still on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => Key;
  /** Where a row stands; with this, the keyboard follows its row when the order changes. */
  readonly indexOf?: (key: Key) => number | undefined;
  /** Runs on Enter or a click. */
  readonly open?: (row: Row) => void;
  /** Runs on other keys of a row: `Delete`. */
  readonly keys?: Readonly<Record<string, (row: Row) => void>>;
  readonly selection?: Selection<Key>;
  /** Names a row for its checkbox. */
  readonly nameOf?: (row: Row) => string;
  /** Lets rows be put in another order; needs `indexOf`, and rows without headings. */
  readonly reordering?: Reordering<Row, Key>;
  /** Returns the heading at this place instead of a row; it counts as a row. */
  readonly headingAt?: (index: number) => Heading | undefined;
  /** When this changes, the list is another one, and is shown from its top. */
  readonly listKey?: string;
  /** `match`: the row has the accent marker. */
  readonly highlight?: (row: Row) => 'match' | undefined;
  readonly sorting?: Sorting;
  /** Runs with the rows that are on the screen, so that they can be fetched. */
  readonly onVisibleRange?: (first: number, last: number) => void;
  /** Shown below the header when there is no row. */
  readonly empty?: ReactNode;
  /** The row that has the keyboard when the table opens, which it shows below `rowsAbove` others. */
  readonly startAt?: number;
  readonly rowsAbove?: number;
  /** Whether the table is only as high as its rows, up to the space there is. */
  readonly fitsRows?: boolean;
};

const HEADER_HEIGHT = 28;
const HEADING_HEIGHT = 28;
/** Below this width a table leaves out the columns for the widest windows, in pixels. */
const WIDEST = 1500;
/** Below this width a table leaves out the columns for wide ones, in pixels. */
const WIDE = 1000;
/** Below this width it leaves out those that a row is known without, too. */
const MEDIUM = 700;
const PAGE_ROWS = 12;

/**
 * Shows a table of any length: only the rows on the screen exist. One row has the keyboard; arrows, Page, Home and End
 * move it, Enter opens the row, Space selects it, Alt with an arrow moves the row itself where the order can change.
 */
export function VirtualTable<Row, Key extends string | number>(props: Props<Row, Key>) {
  const { label, columns, count, rowAt, keyOf, indexOf, onVisibleRange, selection, reordering } = props;
  const narrow = useNarrow();
  const height = narrow ? 32 : 36;
  const scroller = useRef<HTMLDivElement>(null);
  const isUsual = useNarrowerThan(scroller, WIDEST);
  const isTight = useNarrowerThan(scroller, WIDE);
  const isVeryTight = useNarrowerThan(scroller, MEDIUM);
  const [active, setActive] = useState<{ readonly index: number; readonly key?: Key }>({
    index: props.startAt ?? 0,
  });
  const activeIndex = (active.key !== undefined ? indexOf?.(active.key) : undefined) ?? active.index;
  const current = Math.min(activeIndex, Math.max(0, count - 1));
  const latest = useRef(props);
  latest.current = props;
  const { drag, context } = useRowDrag({
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
    scrollPaddingStart: HEADER_HEIGHT,
    initialOffset: Math.max(0, (props.startAt ?? 0) - (props.rowsAbove ?? 0)) * height,
    // The rows with the keyboard and under the pointer stay, however far they are scrolled away, or both would be lost.
    rangeExtractor: (range) => {
      const shown = new Set([...defaultRangeExtractor(range), current, ...(drag ? [drag.from] : [])]);
      return [...shown].filter((index) => index < count).sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height in a narrow window
  useEffect(() => virtualizer.measure(), [height, props.headingAt]);
  const previousListKey = useRef(props.listKey);
  useEffect(() => {
    if (previousListKey.current === props.listKey) return;
    previousListKey.current = props.listKey;
    scroller.current?.scrollTo({ top: 0 });
    setActive({ index: 0 });
  }, [props.listKey]);
  // A row is drawn again when its props change, so these stay the same functions.
  const openRow = useRef((row: Row) => latest.current.open?.(row)).current;
  const selectRow = useRef((index: number, range: boolean) =>
    latest.current.selection?.toggle(index, range),
  ).current;
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

  // A row that goes away takes the focus along: one far off, one removed, or one drawn again because its data has come.
  const hasFocus = useRef(false);
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    rowElement(scroller.current, current)?.focus({ preventScroll: true });
  });
  const onBlur = (event: FocusEvent) => {
    // Nothing is blurred when the element itself is gone.
    if (event.target.isConnected) hasFocus.current = event.currentTarget.contains(event.relatedTarget);
  };
  function describeAt(index: number): string {
    const row = rowAt(index);
    return row === undefined ? 'the row' : (reordering?.describe(row) ?? '');
  }
  function onKeyDown(event: KeyboardEvent): void {
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
    const targets: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + PAGE_ROWS,
      PageUp: current - PAGE_ROWS,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    const heading = props.headingAt?.(current);
    if (target !== undefined) focusRow(target);
    else if (heading) {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      heading.collapse();
    } else if (event.key === 'Enter' && data !== undefined) props.open?.(data);
    else if (event.key === ' ' && selection) selection.toggle(current, event.shiftKey);
    else if (props.keys?.[event.key] && data !== undefined) props.keys[event.key]?.(data);
    else return;
    event.preventDefault();
  }

  const shownColumns = useMemo(
    () =>
      columns.filter(
        ({ widestOnly, wideOnly, mediumOnly }) =>
          !(widestOnly && isUsual) && !(wideOnly && isTight) && !(mediumOnly && isVeryTight),
      ),
    [columns, isUsual, isTight, isVeryTight],
  );
  const hasCheckboxes = selection?.selectAll !== undefined;
  const tracks = [
    ...(reordering ? ['14px'] : []),
    ...(hasCheckboxes ? ['14px'] : []),
    ...shownColumns.map(({ width }) => width),
  ];
  const style: CSSProperties & Record<'--grid-columns', string> = {
    '--grid-columns': tracks.join(' '),
    ...(props.fitsRows && {
      flex: '0 1 auto',
      minHeight: 64,
      height: HEADER_HEIGHT + virtualizer.getTotalSize(),
    }),
  };
  return (
    <RowDragContext context={reordering ? context : undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtual list, which a table element cannot */}
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
        onFocus={() => {
          hasFocus.current = true;
        }}
        onBlur={onBlur}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div role="rowgroup" className={classes.headerGroup}>
          <TableHeader
            columns={shownColumns}
            sorting={props.sorting}
            selectAll={selection?.selectAll}
            isReorderable={reordering !== undefined}
          />
        </div>
        {count === 0 && props.empty}
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start, size }) => {
            const place = { index, top: start, active: index === current, onFocus: activate };
            const heading = props.headingAt?.(index);
            if (heading)
              return <HeadingRow key={`heading-${heading.key}`} heading={heading} height={size} {...place} />;
            const row = rowAt(index);
            const key = row === undefined ? undefined : keyOf(row);
            const isHeld = drag !== null && drag.key === key;
            return (
              <TableRow
                key={key ?? `skeleton-${index}`}
                {...place}
                columns={shownColumns}
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
    </RowDragContext>
  );
}

function nameOfRow<Row>(row: Row | undefined, nameOf: ((row: Row) => string) | undefined): string {
  return row === undefined ? '' : (nameOf?.(row) ?? '');
}

function rowElement(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[role="row"][aria-rowindex="${index + 2}"]`) ?? null;
}
