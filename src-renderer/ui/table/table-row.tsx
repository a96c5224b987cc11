import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { formatCount } from '../format.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import type { ROW_DRAG } from './row-drag.tsx';
import { RowMenu } from './row-menu.tsx';
import type { Column, Heading, RowMenuContents } from './table-types.ts';
import classes from './virtual-table.module.css';

/** A bare element, since hundreds come and go in a fast scroll. Tests wait until none of Mantine's name is left. */
const SKELETON = `mantine-Skeleton-root ${classes.skeleton}`;

type Props<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly row: Row | undefined;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly selectable: boolean;
  /** What the checkbox of this row selects; undefined in a table without checkboxes. */
  readonly checkboxLabel: string | undefined;
  readonly highlight: 'match' | undefined;
  /** The menu at the end of the row; undefined in a table without any. */
  readonly menu: RowMenuContents<Row> | undefined;
  /** How the row is dragged; undefined in a table whose order is fixed. */
  readonly drag?: RowDrag | undefined;
  readonly open: (row: Row) => void;
  readonly select: (index: number, range: boolean) => void;
  readonly onFocus: (index: number) => void;
};

type RowDrag = {
  readonly Row: (typeof ROW_DRAG)['Row'];
  readonly key: string | number;
  readonly label: string;
  /** Where the row stands, or would stand while one is dragged. */
  readonly place: number;
  readonly shift: -1 | 0 | 1;
  readonly count: number;
};

function Row<Row>(props: Props<Row>) {
  const { drag, top, height } = props;
  if (drag === undefined || props.row === undefined)
    return <BareRow {...props} place={props.index} style={{ height, transform: `translateY(${top}px)` }} />;
  return (
    <drag.Row dragKey={drag.key} active={props.active} label={drag.label}>
      {({ ref, handle, offset }) => {
        const y =
          offset === undefined
            ? drag.shift * height
            : Math.max(-top, Math.min((drag.count - 1) * height - top, offset));
        // The place is not part of the transform, which dnd-kit leaves out when it measures.
        const style = { top, height, transform: y === 0 ? undefined : `translateY(${y}px)` };
        const isDragged = offset !== undefined;
        return <BareRow {...props} place={drag.place} style={style} {...{ ref, handle, isDragged }} />;
      }}
    </drag.Row>
  );
}

type BareProps<Row> = Props<Row> & {
  readonly ref?: (element: HTMLElement | null) => void;
  readonly handle?: ReactNode;
  readonly isDragged?: boolean;
  readonly place: number;
  readonly style: CSSProperties;
};

function BareRow<Row>(props: BareProps<Row>) {
  const { columns, row, index, active, selected, selectable, highlight, menu, open, select, onFocus } = props;
  const classNames = [
    classes.row,
    classes.dataRow,
    selected ? classes.selected : '',
    highlight ? classes.match : '',
    props.isDragged ? classes.dragged : '',
  ];

  function onClick(event: MouseEvent<HTMLElement>): void {
    const target = event.target as HTMLElement;
    // Controls on the row keep their own clicks; a menu is elsewhere in the page.
    if (target.closest('button, input, label, [role="menu"]') || !event.currentTarget.contains(target))
      return;
    if (selectable && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      // With these keys a link would open another window.
      event.preventDefault();
      select(index, event.shiftKey);
    } else if (!target.closest('a') && row !== undefined) open(row);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys of all its rows
    // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
    <div
      ref={props.ref}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected : undefined}
      tabIndex={active ? 0 : -1}
      className={classNames.join(' ')}
      style={props.style}
      onMouseDown={preventTextSelection}
      onClick={onClick}
      onFocus={() => onFocus(index)}
    >
      {props.handle !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
        // biome-ignore lint/a11y/useFocusableInteractive: the row takes the keyboard
        <div role="gridcell">{props.handle}</div>
      )}
      {props.checkboxLabel !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
        // biome-ignore lint/a11y/useFocusableInteractive: the row takes the keyboard
        <div role="gridcell" className={classes.checkboxCell}>
          <RowCheckbox
            label={props.checkboxLabel}
            state={selected ? 'all' : 'none'}
            isTabStop={active}
            toggle={(range) => select(index, range)}
          />
        </div>
      )}
      {columns.map(({ key, align, className, cell }) => (
        // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
        // biome-ignore lint/a11y/useFocusableInteractive: the row takes the keyboard
        <div key={key} role="gridcell" className={align === 'right' ? classes.right : className}>
          {row === undefined ? <div className={SKELETON} /> : cell(row, active, props.place)}
        </div>
      ))}
      {menu && (
        // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
        // biome-ignore lint/a11y/useFocusableInteractive: the row takes the keyboard
        <div role="gridcell" className={classes.menuCell}>
          {row !== undefined && (
            <RowMenu
              label={menu.label(row, props.place)}
              isTabStop={active}
              items={() => menu.items(row, props.place)}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** With Shift a click selects rows, not the text between. */
function preventTextSelection(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

/** Draws one row, again only when a prop of it has changed. */
export const TableRow = memo(Row, isSameRow) as typeof Row;

function isSameRow(a: Readonly<Props<unknown>>, b: Readonly<Props<unknown>>): boolean {
  return (Object.keys({ ...a, ...b }) as (keyof Props<unknown>)[]).every((prop) =>
    prop === 'drag' ? isSameDrag(a.drag, b.drag) : Object.is(a[prop], b[prop]),
  );
}

function isSameDrag(a: RowDrag | undefined, b: RowDrag | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.key === b.key &&
    a.label === b.label &&
    a.place === b.place &&
    a.shift === b.shift &&
    a.count === b.count
  );
}

type HeadingProps = {
  readonly heading: Heading;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly active: boolean;
  /** Whether it stays below the header while its rows scroll. */
  readonly isSticky: boolean;
  readonly onFocus: (index: number) => void;
};

/** Draws a heading between rows. Enter and Space collapse it as well; the table handles them. */
export function HeadingRow({ heading, index, top, height, active, isSticky, onFocus }: HeadingProps) {
  const { label, count, collapsed, collapse } = heading;
  const Chevron = collapsed ? IconChevronRight : IconChevronDown;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={active ? 0 : -1}
      data-heading=""
      className={`${classes.row} ${classes.heading} ${isSticky ? classes.sticky : ''}`}
      style={isSticky ? { height } : { height, transform: `translateY(${top}px)` }}
      onFocus={() => onFocus(index)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the keyboard */}
      <div role="gridcell">
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={!collapsed}
          className={classes.collapseButton}
          onClick={collapse}
        >
          <Chevron size={14} stroke={1.75} aria-hidden />
          {label} <span className={classes.headingCount}>{formatCount(count)}</span>
        </button>
      </div>
    </div>
  );
}
