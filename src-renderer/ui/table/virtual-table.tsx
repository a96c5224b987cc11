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
import { RowBox } from './row-box.tsx';
import { type Heading, HeadingRow, TableRow } from './table-row.tsx';
import classes from './virtual-table.module.css';

/** A column of a table. */
export type Column<Row> = {
  readonly key: string;
  readonly head: ReactNode;
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
  readonly all?: {
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
  readonly mark?: (row: Row) => 'match' | undefined;
  readonly sorted?: { readonly by: string; readonly down: boolean; readonly change: (by: string) => void };
  /** Called with the rows that are on the screen, so that they can be fetched. */
  readonly showing?: (first: number, last: number) => void;
  /** Shown below the head when there is no row. */
  readonly empty?: ReactNode;
  /** Place to come back to: the first row shown when the table opens. */
  readonly startAt?: number;
};

const HEAD = 28;
const HEADING = 28;
const PAGE = 12;

/**
 * A table of any length: only the rows on the screen exist. One row is the keyboard's; arrows, Page, Home and End
 * move it, Enter opens it, Space selects it.
 */
export function VirtualTable<Row, Key extends string | number>(props: Props<Row, Key>) {
  const { label, columns, count, rowAt, keyOf, showing, selection } = props;
  const narrow = useMediaQuery('(max-width: 1000px)') ?? false;
  const height = narrow ? 32 : 36;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(props.startAt ?? 0);
  const current = Math.min(active, Math.max(0, count - 1));
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (props.headingAt?.(index) ? HEADING : height),
    overscan: 10,
    scrollPaddingStart: HEAD,
    initialOffset: (props.startAt ?? 0) * height,
    // The keyboard's row stays, however far it is scrolled away, or the focus would be lost with it.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return shown.includes(current) || current >= count ? shown : [...shown, current].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows' height is another in a narrow window
  useEffect(() => virtual.measure(), [height, props.headingAt]);
  const listed = useRef(props.listKey);
  useEffect(() => {
    if (listed.current === props.listKey) return;
    listed.current = props.listKey;
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
  const items = virtual.getVirtualItems();
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => showing?.(first, last), [showing, first, last]);

  function moveTo(index: number): void {
    const next = Math.max(0, Math.min(count - 1, index));
    setActive(next);
    virtual.scrollToIndex(next);
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
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + PAGE,
      PageUp: current - PAGE,
      Home: 0,
      End: count - 1,
    };
    const target = steps[event.key];
    const data = rowAt(current);
    const heading = props.headingAt?.(current);
    if (target !== undefined) moveTo(target);
    else if (heading) {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      heading.fold();
    } else if (event.key === 'Enter' && data !== undefined) props.open?.(data);
    else if (event.key === ' ' && selection) selection.toggle(current, event.shiftKey);
    else return;
    event.preventDefault();
  }

  const shownColumns = useMemo(
    () => columns.filter(({ wideOnly }) => !(wideOnly && narrow)),
    [columns, narrow],
  );
  const boxes = selection?.all !== undefined;
  const tracks = [...(boxes ? ['14px'] : []), ...shownColumns.map(({ width }) => width)].join(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtual list, which a table element cannot
    <div
      ref={scroller}
      className={classes.scroller}
      style={{ '--tracks': tracks } as CSSProperties}
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
      <div role="rowgroup" className={classes.headGroup}>
        <TableHead columns={shownColumns} sorted={props.sorted} all={selection?.all} />
      </div>
      {count === 0 && props.empty}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, size }) => {
          const heading = props.headingAt?.(index);
          if (heading) {
            const place = { index, top: start, height: size, active: index === current, focused: setActive };
            return <HeadingRow key={`heading-${heading.key}`} heading={heading} {...place} />;
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
              boxLabel={
                boxes ? (row === undefined ? 'Select' : `Select ${props.nameOf?.(row) ?? ''}`) : undefined
              }
              mark={row === undefined ? undefined : props.mark?.(row)}
              open={openRow}
              select={selectRow}
              focused={setActive}
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

type HeadProps<Row> = Pick<Props<Row, number>, 'sorted'> & {
  readonly columns: readonly Column<Row>[];
  readonly all: Selection<number>['all'];
};

function TableHead<Row>({ columns, sorted, all }: HeadProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`} tabIndex={-1}>
      {all && (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the box inside is what one reaches
        <div role="columnheader" className={classes.boxCell}>
          <RowBox label={all.label} state={all.state} reachable toggle={all.toggle} />
        </div>
      )}
      {columns.map(({ key, head, align, sort }) => {
        const isSorted = sort !== undefined && sorted?.by === sort;
        const direction = isSorted ? (sorted?.down ? 'descending' : 'ascending') : undefined;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: the button inside is what one reaches
          <div
            key={key}
            role="columnheader"
            aria-sort={direction}
            className={align === 'right' ? classes.right : undefined}
          >
            {sort !== undefined && sorted ? (
              <button type="button" className={classes.sort} onClick={() => sorted.change(sort)}>
                {head}
                {isSorted && (sorted.down ? <IconArrowDown size={12} /> : <IconArrowUp size={12} />)}
              </button>
            ) : (
              head
            )}
          </div>
        );
      })}
    </div>
  );
}
