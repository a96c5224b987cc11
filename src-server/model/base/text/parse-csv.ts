/** A table from CSV, or the reason why it cannot be read. */
export type CsvTable = { readonly rows: readonly (readonly string[])[] } | { readonly error: string };

const SEPARATORS = [',', ';', '\t'] as const;
/** The apostrophe that formatCsv puts before text that a spreadsheet would run (safety S15). */
const ESCAPED_FORMULA = /^'(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

/**
 * Parses CSV (RFC 4180). The first line tells whether commas, semicolons or tabs separate cells. Empty lines are dropped
 * and the apostrophes of formatCsv removed.
 */
export function parseCsv(text: string): CsvTable {
  const plain = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(plain);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoteStartLine = 0;
  let line = 1;
  const endCell = () => {
    row.push(cell.replace(ESCAPED_FORMULA, ''));
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < plain.length; at += 1) {
    const character = plain[at];
    if (character === '\n') line += 1;
    if (quoteStartLine > 0) {
      if (character !== '"') cell += character;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoteStartLine = 0;
    } else if (character === '"' && cell === '') quoteStartLine = line;
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r' || plain[at + 1] !== '\n') cell += character;
  }
  if (quoteStartLine > 0) return { error: `The quote that opens in line ${quoteStartLine} is never closed.` };
  endRow();
  return { rows };
}

function separatorOf(text: string): string {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const counts = SEPARATORS.map((separator) => firstLine.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}
