import type { ReactNode } from 'react';
import type { ROW_DRAG } from './row-drag.tsx';

/** A column of a table. */
export type Column<Row> = {
  readonly key: string;
  readonly header: ReactNode;
  /** Names the column where its header is not a text. */
  readonly name?: string;
  /** Whether it is always shown, at its place: what a row is known by. */
  readonly isFixed?: boolean;
  /** A track of CSS grid: `minmax(0, 1fr)`, `72px`. */
  readonly width: string;
  readonly align?: 'right';
  readonly className?: string | undefined;
  /** Left out below 1000 px. */
  readonly wideOnly?: boolean;
  /** Left out below 1500 px. */
  readonly widestOnly?: boolean;
  /** Left out below 700 px, which a table has beside a panel in a narrow window. */
  readonly mediumOnly?: boolean;
  /** What a click on the header sorts by, where that is possible. */
  readonly sort?: string;
  /**
   * Draws the cell. `active`: the keyboard is on this row; controls of other rows take `tabIndex={-1}`. `place`: where
   * the row stands, from 0, or would stand while one is dragged.
   */
  readonly cell: (row: Row, active: boolean, place: number) => ReactNode;
};

/** Which rows are selected, by their keys. */
export type Selection<Key> = {
  /** A set, or what answers as one where most of a long list is selected. */
  readonly keys: Pick<ReadonlySet<Key>, 'has'>;
  /** Runs on a click or Space on the row at `index`; `range` with Shift. */
  readonly toggle: (index: number, range: boolean) => void;
  /** Runs when Shift with an arrow, Page, Home or End goes from one row to another. */
  readonly extend?: (from: number, to: number) => void;
  /** With this, every row has a checkbox, and the header one for all of them. */
  readonly selectAll?: {
    readonly state: 'none' | 'some' | 'all';
    readonly label: string;
    /** Whether the rows still load. */
    readonly isDisabled?: boolean | undefined;
    readonly toggle: () => void;
  };
};

/** The actions on a row, which its menu and its context menu show alike. */
export type RowMenuContents<Row> = {
  /** Names the menu: `Actions for Tidewater`; `place` as for a cell. */
  readonly label: (row: Row, place: number) => string;
  /** Makes the items; called only when a menu opens. */
  readonly items: (row: Row, place: number) => ReactNode;
};

/** Lets rows be put in another order: by their handle, by pointer or keys, and by Alt with an arrow. */
export type Reordering<Row, Key> = {
  readonly drag: typeof ROW_DRAG;
  /** Names a row: `Move redirect 3`. */
  readonly handleLabel: (row: Row, index: number) => string;
  /** What a screen reader says of the row that is dragged. */
  readonly describe: (row: Row) => string;
  /** Moves a row to a place, from 0. */
  readonly move: (key: Key, to: number) => void;
  /** Moves by one key press; several in a row are one move, which ends with `settle`. */
  readonly nudge: (key: Key, to: number) => void;
  readonly settle: () => void;
};

/** What a screen may ask of a table. */
export type TableHandle<Key> = {
  /** Brings a row into sight; with `focus`, gives it the keyboard. */
  readonly scrollTo: (key: Key, focus: boolean) => void;
};

/** A line between rows that names those below it and collapses them. */
export type Heading = {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly collapsed: boolean;
  readonly collapse: () => void;
};
