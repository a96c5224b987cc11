/** A table read from CSV, or why it cannot be read. */
export type CsvTable = { readonly rows: readonly (readonly string[])[] } | { readonly error: string };

const SEPARATORS = [',', ';', '\t'] as const;
/** What csvOf puts before text that a spreadsheet would run (safety S15). */
const NEUTRALISED = /^'(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

/**
 * Reads CSV (RFC 4180), separated as its first line is: by commas, semicolons or tabs. Empty lines are dropped, and the
 * apostrophe that makes a formula harmless is taken off again.
 */
export function readCsv(text: string): CsvTable {
  const plain = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(plain);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quotedSince = 0;
  let line = 1;
  const endCell = () => {
    row.push(cell.replace(NEUTRALISED, ''));
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at];
    if (sign === '\n') line += 1;
    if (quotedSince > 0) {
      if (sign !== '"') cell += sign;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quotedSince = 0;
    } else if (sign === '"' && cell === '') quotedSince = line;
    else if (sign === separator) endCell();
    else if (sign === '\n') endRow();
    else if (sign !== '\r' || plain[at + 1] !== '\n') cell += sign;
  }
  if (quotedSince > 0) return { error: `The quote that opens in line ${quotedSince} is never closed.` };
  endRow();
  return { rows };
}

function separatorOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1);
  const counts = SEPARATORS.map((separator) => head.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}
