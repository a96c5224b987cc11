import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RowCheckbox } from './row-checkbox.tsx';
import type { Column, Selection } from './table-types.ts';
import classes from './virtual-table.module.css';

/** How a table is sorted, and how that changes. */
export type Sorting = {
  readonly by: string;
  readonly descending: boolean;
  readonly change: (by: string) => void;
};

type Props<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | undefined;
  readonly selectAll: Selection<never>['selectAll'];
  readonly isReorderable: boolean;
  /** What stands above the menus of the rows; undefined in a table without any. */
  readonly menuHeader: ReactNode;
};

/** Shows the names of the columns, and sorts by those that can be sorted by. */
export function TableHeader<Row>({ columns, sorting, selectAll, isReorderable, menuHeader }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
    <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.header}`} tabIndex={-1}>
      {isReorderable && (
        // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
        // biome-ignore lint/a11y/useFocusableInteractive: there is nothing to do with it
        <div role="columnheader">
          <span className={classes.visuallyHidden}>Order</span>
        </div>
      )}
      {selectAll && (
        // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
        // biome-ignore lint/a11y/useFocusableInteractive: the checkbox inside takes the keyboard
        <div role="columnheader" className={classes.checkboxCell}>
          <RowCheckbox {...selectAll} isTabStop />
        </div>
      )}
      {columns.map(({ key, header, align, sort }) => {
        const isSorted = sort !== undefined && sorting?.by === sort;
        const direction = isSorted ? (sorting?.descending ? 'descending' : 'ascending') : undefined;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
          // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the keyboard
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
      {menuHeader !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: see virtual-table.tsx
        // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the keyboard
        <div role="columnheader" className={classes.menuCell}>
          <span className={classes.visuallyHidden}>Actions</span>
          {menuHeader}
        </div>
      )}
    </div>
  );
}
