import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import { RowCheckbox } from './row-checkbox.tsx';
import classes from './virtual-table.module.css';
import type { Column } from './virtual-table.tsx';

/** Bare, since hundreds come and go while somebody scrolls fast. Tests wait until none of Mantine's name is left. */
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
  /** What the box of this row selects; undefined in a table without boxes. */
  readonly checkboxLabel: string | undefined;
  readonly highlight: 'match' | undefined;
  readonly open: (row: Row) => void;
  readonly select: (index: number, range: boolean) => void;
  readonly onFocus: (index: number) => void;
};

function Row<Row>(props: Props<Row>) {
  const { columns, row, index, top, height, active, selected, selectable, highlight, open, select, onFocus } =
    props;
  const classNames = [
    classes.row,
    classes.dataRow,
    selected ? classes.selected : '',
    highlight ? classes.match : '',
  ];

  function onClick(event: MouseEvent): void {
    const target = event.target as HTMLElement;
    // What is on the row keeps its own clicks.
    if (target.closest('button, input, label, [role="menu"]')) return;
    if (selectable && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      // With these keys a link would open another window.
      event.preventDefault();
      select(index, event.shiftKey);
    } else if (!target.closest('a') && row !== undefined) open(row);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table hears the keys of all its rows
    // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected : undefined}
      tabIndex={active ? 0 : -1}
      className={classNames.join(' ')}
      style={{ height, transform: `translateY(${top}px)` }}
      onMouseDown={preventTextSelection}
      onClick={onClick}
      onFocus={() => onFocus(index)}
    >
      {props.checkboxLabel !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
        // biome-ignore lint/a11y/useFocusableInteractive: the row is what one reaches
        <div role="gridcell" className={classes.checkboxCell}>
          <RowCheckbox
            label={props.checkboxLabel}
            state={selected ? 'all' : 'none'}
            isTabStop={active}
            toggle={(range) => select(index, range)}
          />
        </div>
      )}
      {columns.map(({ key, align, cell }) => (
        // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
        // biome-ignore lint/a11y/useFocusableInteractive: the row is what one reaches
        <div key={key} role="gridcell" className={align === 'right' ? classes.right : undefined}>
          {row === undefined ? <div className={SKELETON} /> : cell(row, active)}
        </div>
      ))}
    </div>
  );
}

/** With Shift a click selects rows, not the text between. */
function preventTextSelection(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

/** One row; drawn anew only when something of it has changed. */
export const TableRow = memo(Row) as typeof Row;

/** A line between rows that names those below it and folds them away. */
export type Heading = {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly collapsed: boolean;
  readonly collapse: () => void;
};

type HeadingProps = {
  readonly heading: Heading;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly active: boolean;
  readonly onFocus: (index: number) => void;
};

/** The row of a heading. Enter and Space fold as well; the table hears them. */
export function HeadingRow({ heading, index, top, height, active, onFocus }: HeadingProps) {
  const { label, count, collapsed, collapse } = heading;
  const Chevron = collapsed ? IconChevronRight : IconChevronDown;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={active ? 0 : -1}
      className={`${classes.row} ${classes.heading}`}
      style={{ height, transform: `translateY(${top}px)` }}
      onFocus={() => onFocus(index)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row is what one reaches */}
      <div role="gridcell">
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={!collapsed}
          className={classes.collapseButton}
          onClick={collapse}
        >
          <Chevron size={14} stroke={1.75} aria-hidden />
          {label} <span className={classes.headingCount}>{count.toLocaleString('en-GB')}</span>
        </button>
      </div>
    </div>
  );
}
