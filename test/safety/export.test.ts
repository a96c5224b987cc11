import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsv } from '../../src-server/model/base/text/format-csv.ts';

/** The cells of one line as a spreadsheet reads it (RFC 4180). */
function cellsOf(line: string): string[] {
  return [...`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,"]*)),/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

test('S15 a cell that a spreadsheet would run becomes text', () => {
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '=cmd|"/c calc"!A1'];
  for (const cell of cells) expect(cellsOf(formatCsv([[cell]]).slice(0, -2)), cell).toEqual([`'${cell}`]);
});

test('S15 whatever the texts, no cell of an export begins like a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 1, maxLength: 4 }),
      (row) => {
        const read = cellsOf(formatCsv([row]).slice(0, -2));
        expect(read).toHaveLength(row.length);
        expect(read.filter((cell) => /^[=+\-@\t\r\n]/.test(cell.trimStart() || cell))).toEqual([]);
      },
    ),
  );
});

test('a table keeps its quotes, commas and line ends', () => {
  const rows = [
    ['name', 'count'],
    ['plain', 3],
    ['a, b', -4],
    ['say "hi"', null],
    ['two\nlines', 0],
  ];
  expect(formatCsv(rows)).toBe('name,count\r\nplain,3\r\n"a, b",-4\r\n"say ""hi""",\r\n"two\nlines",0\r\n');
});
