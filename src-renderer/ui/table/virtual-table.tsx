import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { RowCheckbox } from './row-checkbox.tsx';
import { type Heading, HeadingRow, TableRow } from './table-row.tsx';
import classes from './virtual-table.module.css';

/** A column of a table. */
export type Column<Row> = {
  readonly key: string;
  readonly header: ReactNode;
  /** A track of CSS grid: `minmax(0, 1fr)`, `72px`. */
  readonly width: string;
  readonly align?: 'right';
  /** Left out under 1000 px. */
  readonly wideOnly?: boolean;
  /** What a click on the head sorts by, where that is possible. */
  readonly sort?: string;
  /** `active`: the keyboard is on this row; controls of others take `tabIndex={-1}`. */
  readonly cell: (row: Row, active: boolean) => ReactNode;
};

/** Which rows are selected, by their keys. */
export type Selection<Key> = {
  readonly keys: ReadonlySet<Key>;
  /** A click or Space on the row at `index`; `range` with Shift. */
  readonly toggle: (index: number, range: boolean) => void;
  /** With this, every row has a box in front of it, and the head one for all of them. */
  readonly selectAll?: {
    readonly state: 'none' | 'some' | 'all';
    readonly label: string;
    readonly toggle: () => void;
  };
};

type Props<Row, Key extends string | number> = {
  /** What the rows are, for whoever cannot see them. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** undefined while the row is still on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => Key;
  /** Enter or a click. */
  readonly open?: (row: Row) => void;
  readonly selection?: Selection<Key>;
  /** What the box of a row is called after. */
  readonly nameOf?: (row: Row) => string;
  /** The heading that stands at this place instead of a row; it counts as one. */
  readonly headingAt?: (index: number) => Heading | undefined;
  /** When this changes, the list is another one, and is shown from its top. */
  readonly listKey?: string;
  /** `match`: the ribbon stands at the row. */
  readonly highlight?: (row: Row) => 'match' | undefined;
  readonly sorting?: {
    readonly by: string;
    readonly descending: boolean;
    readonly change: (by: string) => void;
  };
  /** Called with the rows that are on the screen, so that they can be fetched. */
  readonly onVisibleRange?: (first: number, last: number) => void;
  /** Shown below the head when there is no row. */
  readonly empty?: ReactNode;
  /** Place to come back to: the first row shown when the table opens. */
  readonly startAt?: number;
};

const HEADER_HEIGHT = 28;
const HEADING_HEIGHT = 28;
const PAGE_ROWS = 12;

/**
 * A table of any length: only the rows on the screen exist. One row is the keyboard's; arrows, Page, Home and End
 * move it, Enter opens it, Space selects it.
 */
export function VirtualTable<Row, Key extends string | number>(props: Props<Row, Key>) {
  const { label, columns, count, rowAt, keyOf, onVisibleRange, selection } = props;
  const narrow = useMediaQuery('(max-width: 1000px)') ?? false;
  const height = narrow ? 32 : 36;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(props.startAt ?? 0);
  const current = Math.min(active, Math.max(0, count - 1));
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (props.headingAt?.(index) ? HEADING_HEIGHT : height),
    overscan: 10,
    scrollPaddingStart: HEADER_HEIGHT,
    initialOffset: (props.startAt ?? 0) * height,
    // The keyboard's row stays, however far it is scrolled away, or the focus would be lost with it.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return shown.includes(current) || current >= count ? shown : [...shown, current].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows' height is another in a narrow window
  useEffect(() => virtualizer.measure(), [height, props.headingAt]);
  const previousListKey = useRef(props.listKey);
  useEffect(() => {
    if (previousListKey.current === props.listKey) return;
    previousListKey.current = props.listKey;
    scroller.current?.scrollTo({ top: 0 });
    setActive(0);
  }, [props.listKey]);
  // Rows are drawn anew when what they are given changes, so these stay the same functions.
  const latest = useRef(props);
  latest.current = props;
  const openRow = useRef((row: Row) => latest.current.open?.(row)).current;
  const selectRow = useRef((index: number, range: boolean) =>
    latest.current.selection?.toggle(index, range),
  ).current;
  const items = virtualizer.getVirtualItems();
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => onVisibleRange?.(first, last), [onVisibleRange, first, last]);

  function focusRow(index: number): void {
    const next = Math.max(0, Math.min(count - 1, index));
    setActive(next);
    virtualizer.scrollToIndex(next);
    requestAnimationFrame(() => rowElement(scroller.current, next)?.focus({ preventScroll: true }));
  }

  // A row that goes away takes the focus along: one far off, or one drawn anew because its data has come.
  const hasFocus = useRef(false);
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    rowElement(scroller.current, current)?.focus({ preventScroll: true });
  });
  const onBlur = (event: FocusEvent) => {
    // Nothing is blurred when the element itself is gone.
    if (event.target.isConnected) hasFocus.current = event.currentTarget.contains(event.relatedTarget);
  };

  function onKeyDown(event: KeyboardEvent): void {
    const row = (event.target as HTMLElement).closest('[role="row"]');
    if (!row || event.target !== row || event.altKey || event.ctrlKey || event.metaKey) return;
    const targets: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + PAGE_ROWS,
      PageUp: current - PAGE_ROWS,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    const data = rowAt(current);
    const heading = props.headingAt?.(current);
    if (target !== undefined) focusRow(target);
    else if (heading) {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      heading.collapse();
    } else if (event.key === 'Enter' && data !== undefined) props.open?.(data);
    else if (event.key === ' ' && selection) selection.toggle(current, event.shiftKey);
    else return;
    event.preventDefault();
  }

  const shownColumns = useMemo(
    () => columns.filter(({ wideOnly }) => !(wideOnly && narrow)),
    [columns, narrow],
  );
  const hasCheckboxes = selection?.selectAll !== undefined;
  const gridColumns = [...(hasCheckboxes ? ['14px'] : []), ...shownColumns.map(({ width }) => width)].join(
    ' ',
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtual list, which a table element cannot
    <div
      ref={scroller}
      className={classes.scroller}
      style={{ '--grid-columns': gridColumns } as CSSProperties}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      onKeyDown={onKeyDown}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={onBlur}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={classes.headerGroup}>
        <TableHeader columns={shownColumns} sorting={props.sorting} selectAll={selection?.selectAll} />
      </div>
      {count === 0 && props.empty}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start, size }) => {
          const heading = props.headingAt?.(index);
          if (heading) {
            const rowProps = {
              index,
              top: start,
              height: size,
              active: index === current,
              onFocus: setActive,
            };
            return <HeadingRow key={`heading-${heading.key}`} heading={heading} {...rowProps} />;
          }
          const row = rowAt(index);
          const key = row === undefined ? undefined : keyOf(row);
          return (
            <TableRow
              key={key ?? `skeleton-${index}`}
              columns={shownColumns}
              row={row}
              index={index}
              top={start}
              height={height}
              active={index === current}
              selected={key !== undefined && (selection?.keys.has(key) ?? false)}
              selectable={selection !== undefined}
              checkboxLabel={
                hasCheckboxes
                  ? row === undefined
                    ? 'Select'
                    : `Select ${props.nameOf?.(row) ?? ''}`
                  : undefined
              }
              highlight={row === undefined ? undefined : props.highlight?.(row)}
              open={openRow}
              select={selectRow}
              onFocus={setActive}
            />
          );
        })}
      </div>
    </div>
  );
}

function rowElement(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[role="row"][aria-rowindex="${index + 2}"]`) ?? null;
}

type TableHeaderProps<Row> = Pick<Props<Row, number>, 'sorting'> & {
  readonly columns: readonly Column<Row>[];
  readonly selectAll: Selection<number>['selectAll'];
};

function TableHeader<Row>({ columns, sorting, selectAll }: TableHeaderProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.header}`} tabIndex={-1}>
      {selectAll && (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the box inside is what one reaches
        <div role="columnheader" className={classes.checkboxCell}>
          <RowCheckbox label={selectAll.label} state={selectAll.state} isTabStop toggle={selectAll.toggle} />
        </div>
      )}
      {columns.map(({ key, header, align, sort }) => {
        const isSorted = sort !== undefined && sorting?.by === sort;
        const direction = isSorted ? (sorting?.descending ? 'descending' : 'ascending') : undefined;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: the button inside is what one reaches
          <div
            key={key}
            role="columnheader"
            aria-sort={direction}
            className={align === 'right' ? classes.right : undefined}
          >
            {sort !== undefined && sorting ? (
              <button type="button" className={classes.sort} onClick={() => sorting.change(sort)}>
                {header}
                {isSorted && (sorting.descending ? <IconArrowDown size={12} /> : <IconArrowUp size={12} />)}
              </button>
            ) : (
              header
            )}
          </div>
        );
      })}
    </div>
  );
}
