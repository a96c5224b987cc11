import { Link } from 'wouter';
import classes from './chart-panel.module.css';

/** The numbers of a chart. */
export type ChartNumbers = {
  /** Headers; the first column names the row. */
  readonly columns: readonly string[];
  readonly rows: readonly ChartNumbersRow[];
  /** How many columns, from the first, are text rather than numbers; 1 by default. */
  readonly textColumns?: number;
};

/** One row of the numbers. */
export type ChartNumbersRow = {
  readonly key: string | number;
  readonly cells: readonly string[];
  /** Where the name of the row leads. */
  readonly href?: string;
};

type Props = ChartNumbers & {
  readonly caption: string;
  /** Whether rows lead somewhere; nobody sees the focus in a hidden table. */
  readonly hasLinks?: boolean;
};

/** Shows the numbers of a chart as a table. */
export function ChartTable({ caption, columns, rows, textColumns = 1, hasLinks = false }: Props) {
  const alignment = (column: number) => (column < textColumns ? classes.text : undefined);
  const table = (
    <table className={classes.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th key={column} scope="col" className={alignment(at)}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name = '', ...cells], href }) => (
          <tr key={key}>
            <th scope="row" className={classes.text}>
              {hasLinks && href !== undefined ? <Link href={href}>{name}</Link> : name}
            </th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]} className={alignment(at + 1)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (!hasLinks) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={classes.scrolled} tabIndex={0} aria-label={caption}>
      {table}
    </section>
  );
}
