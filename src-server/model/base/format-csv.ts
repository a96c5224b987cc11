/** What a cell of a table may hold. */
export type CsvCell = string | number | null;

/**
 * A table as CSV (RFC 4180), the first row its heads. Text that a spreadsheet would run as a formula is given a
 * leading apostrophe, which makes it text there (safety S15).
 */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

// Spreadsheets pass over tabs, line ends and spaces before they look for a formula; some read wide signs like narrow ones.
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const escaped = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
