/** The content of a table cell. */
export type CsvCell = string | number | null;

/**
 * Formats a table as CSV (RFC 4180) with a header row. Text that a spreadsheet would run as a formula gets a leading
 * apostrophe, which makes it plain text (safety S15).
 */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

// Spreadsheets skip leading tabs, line ends and spaces before a formula; some read full-width signs like normal ones.
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const escaped = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
