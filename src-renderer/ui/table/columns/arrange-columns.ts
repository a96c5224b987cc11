import type { Column } from '../table-types.ts';

/** Which columns of a table a person has chosen, by their keys. Columns that are not named are as they come. */
export type ColumnChoice = { readonly order: readonly string[]; readonly hidden: readonly string[] };

/** The columns as they come. */
export const USUAL_COLUMNS: ColumnChoice = { order: [], hidden: [] };

/** Returns all columns in the chosen order. Fixed ones keep their places; one that the choice does not know follows its neighbour. */
export function orderColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] {
  const movable = columns.filter(({ isFixed }) => !isFixed);
  const ordered = choice.order.flatMap((key) => movable.find((column) => column.key === key) ?? []);
  movable.forEach((column, at) => {
    if (ordered.includes(column)) return;
    const before = movable[at - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column);
  });
  return columns.map((column) => (column.isFixed ? column : (ordered.shift() ?? column)));
}

/** Returns the chosen columns in their order. */
export function arrangeColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] {
  return orderColumns(columns, choice).filter(({ key, isFixed }) => isFixed || !choice.hidden.includes(key));
}

/** Returns the choice with a column shown or hidden. */
export function toggleColumn(choice: ColumnChoice, key: string, isShown: boolean): ColumnChoice {
  const hidden = choice.hidden.filter((each) => each !== key);
  return { ...choice, hidden: isShown ? hidden : [...hidden, key] };
}

/** Returns the choice with the column at one place among `keys` moved to another, from 0. */
export function moveColumn(
  choice: ColumnChoice,
  keys: readonly string[],
  from: number,
  to: number,
): ColumnChoice {
  const order = keys.filter((_, at) => at !== from);
  order.splice(to, 0, ...keys.slice(from, from + 1));
  return { ...choice, order };
}
