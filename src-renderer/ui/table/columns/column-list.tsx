import { ActionIcon, Button, Checkbox, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { DraggedRow, RowDragContext } from '../row-drag.tsx';
import type { Column } from '../table-types.ts';
import { shiftOf, useRowDrag } from '../use-row-drag.ts';
import {
  type ColumnChoice,
  moveColumn,
  orderColumns,
  toggleColumn,
  USUAL_COLUMNS,
} from './arrange-columns.ts';
import classes from './column-chooser.module.css';

export type ColumnListProps = {
  /** All columns, also those that are hidden or left out for want of room. */
  readonly columns: readonly Column<never>[];
  readonly choice: ColumnChoice;
  readonly choose: (choice: ColumnChoice) => void;
  readonly leftOut: ReadonlySet<string>;
};

const ROW_HEIGHT = 30;

/** Lists the columns of a table to choose and order. */
export function ColumnList({ columns, choice, choose, leftOut }: ColumnListProps) {
  const list = useRef<HTMLUListElement>(null);
  const movable = orderColumns(columns, choice).filter(({ isFixed }) => !isFixed);
  const keys = movable.map(({ key }) => key);
  const move = (from: number, to: number) => choose(moveColumn(choice, keys, from, to));
  const { drag, handlers } = useRowDrag({
    scroller: list,
    count: keys.length,
    height: ROW_HEIGHT,
    indexOf: (key) => keys.indexOf(String(key)),
    describe: (at) => columnName(movable[at]),
    move: (key, to) => move(keys.indexOf(String(key)), to),
  });
  const isUsual = choice.hidden.length === 0 && choice.order.length === 0;
  return (
    <RowDragContext handlers={handlers}>
      <ul ref={list} className={classes.list}>
        {movable.map((column, at) => {
          const name = columnName(column);
          const label = leftOut.has(column.key) ? `${name} (in a wider window)` : name;
          const shift = shiftOf(at, drag) * ROW_HEIGHT;
          return (
            <DraggedRow key={column.key} dragKey={column.key} active label={`Drag ${name}`}>
              {({ ref, handle, offset }) => (
                <li ref={ref} className={classes.column} style={shifted(offset ?? shift)}>
                  {handle}
                  <Checkbox
                    label={label}
                    checked={!choice.hidden.includes(column.key)}
                    onChange={(event) =>
                      choose(toggleColumn(choice, column.key, event.currentTarget.checked))
                    }
                  />
                  <Group gap={0} ml="auto" wrap="nowrap">
                    <MoveButton label={`Move ${name} up`} isDisabled={at === 0} move={() => move(at, at - 1)}>
                      <IconArrowUp size={14} stroke={1.75} aria-hidden />
                    </MoveButton>
                    <MoveButton
                      label={`Move ${name} down`}
                      isDisabled={at === keys.length - 1}
                      move={() => move(at, at + 1)}
                    >
                      <IconArrowDown size={14} stroke={1.75} aria-hidden />
                    </MoveButton>
                  </Group>
                </li>
              )}
            </DraggedRow>
          );
        })}
      </ul>
      <Button
        variant="subtle"
        size="compact-xs"
        mt={8}
        aria-disabled={isUsual}
        onClick={() => choose(USUAL_COLUMNS)}
      >
        Reset columns
      </Button>
    </RowDragContext>
  );
}

type MoveButtonProps = {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly move: () => void;
  readonly children: ReactNode;
};

/** It stays reachable at the ends, or the focus would be lost there. */
function MoveButton({ label, isDisabled, move, children }: MoveButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={22}
      aria-label={label}
      aria-disabled={isDisabled}
      onClick={({ currentTarget }) => {
        if (isDisabled) return;
        move();
        // The browser takes the focus from an element that is put elsewhere.
        requestAnimationFrame(() => currentTarget.focus());
      }}
    >
      {children}
    </ActionIcon>
  );
}

function shifted(y: number): CSSProperties | undefined {
  return y === 0 ? undefined : { transform: `translateY(${y}px)` };
}

function columnName(column: Column<never> | undefined): string {
  if (column?.name !== undefined) return column.name;
  return typeof column?.header === 'string' ? column.header : (column?.key ?? '');
}
