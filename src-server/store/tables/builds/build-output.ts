import type { Database } from 'better-sqlite3';
import type { OutputTotals } from '../../../model/builds/build.ts';
import { type OutputChunk, splitOutput } from '../../../model/builds/log/output-chunks.ts';
import { MAX_DIAGNOSTICS } from '../../../model/builds/log/output-diagnostics.ts';
import { indexLines, OUTPUT_START, type OutputLines } from '../../../model/builds/log/output-lines.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

/** Line numbers of the errors and warnings that a reader can jump to. Lines count from 1. */
export type DiagnosticLines = { readonly errors: readonly number[]; readonly warnings: readonly number[] };

/** A chunk with its lines and its position in the output of its command. */
export type StoredChunk = OutputLines & { readonly chunk: number };

type Row = { chunk: number; firstLine: number; continues: 0 | 1; bytes: Buffer };
type LastRow = Row & Pick<OutputTotals, 'lines' | 'errors' | 'warnings'>;

/** Reads and writes `build_output`: the output of commands, in chunks (model/builds/output-chunks.ts). */
export function buildOutputTable(database: Database) {
  const columns =
    'chunk, first_line AS firstLine, continues, CAST(text AS BLOB) AS bytes FROM build_output WHERE command_id = ?';
  const last = prepareRead(
    database,
    `SELECT lines, errors, warnings, ${columns} ORDER BY chunk DESC LIMIT 1`,
  );
  const at = prepareRead(database, `SELECT ${columns} AND chunk = ?`);
  // `lines > 0` skips chunks in which no line begins: the middle of a long line.
  const chunkWithLine = prepareRead(
    database,
    `SELECT ${columns} AND lines > 0 AND first_line <= ? ORDER BY first_line DESC LIMIT 1`,
  );
  const chunkAfterLine = prepareRead(
    database,
    `SELECT ${columns} AND lines > 0 AND first_line > ? ORDER BY first_line LIMIT 1`,
  );
  const diagnostics = prepareRead(
    database,
    `SELECT marks FROM build_output INDEXED BY build_output_marked
     WHERE command_id = ? AND errors + warnings > 0 ORDER BY chunk`,
  );
  const put = database.prepare(`
    INSERT OR REPLACE INTO build_output
      (command_id, chunk, first_line, continues, lines, bytes, errors, warnings, marks, text)
    VALUES (@commandId, @chunk, @firstLine, @continues, @lines, @bytes, @errors, @warnings, @marks, @text)`);
  const total = database.prepare(`
    UPDATE build_commands SET lines = lines + @lines, bytes = bytes + @bytes,
      errors = errors + @errors, warnings = warnings + @warnings
    WHERE id = @commandId RETURNING lines, bytes, errors, warnings`);

  /** Rewrites the last chunk with the new text, so its earlier counts are subtracted from the totals. */
  function append(commandId: number, text: string): OutputTotals {
    const tail = last.get(commandId) as LastRow | undefined;
    const written = Buffer.from(text);
    const position = tail ? { firstLine: tail.firstLine, continues: tail.continues === 1 } : OUTPUT_START;
    const chunks = splitOutput(tail ? Buffer.concat([tail.bytes, written]) : written, position);
    chunks.forEach((chunk, index) => {
      put.run({ commandId, chunk: (tail?.chunk ?? 0) + index, ...toRow(chunk) });
    });
    const sum = (of: (chunk: OutputChunk) => number, before = 0) =>
      chunks.reduce((all, chunk) => all + of(chunk), -before);
    return total.get({
      commandId,
      lines: sum(({ lines }) => lines, tail?.lines),
      bytes: written.length,
      errors: sum(({ diagnostics: marks }) => marks.errorCount, tail?.errors),
      warnings: sum(({ diagnostics: marks }) => marks.warningCount, tail?.warnings),
    }) as OutputTotals;
  }

  return {
    /** Appends output to an existing command; returns the new totals. */
    append,

    /** Returns the chunk in which this line begins, else the next chunk in which any line begins. */
    chunkWithLine(commandId: number, line: number): StoredChunk | undefined {
      return readChunk(
        (chunkWithLine.get(commandId, line) ?? chunkAfterLine.get(commandId, line)) as Row | undefined,
      );
    },

    /** Returns the first chunk whose lines all begin after this line. */
    chunkAfterLine: (commandId: number, line: number): StoredChunk | undefined =>
      readChunk(chunkAfterLine.get(commandId, line) as Row | undefined),

    /** Returns the chunk at this position; positions count from 0. */
    chunk: (commandId: number, chunk: number): StoredChunk | undefined =>
      readChunk(at.get(commandId, chunk) as Row | undefined),

    /** Returns the end of a command's output, at most `maxLength` characters. */
    tailOf(commandId: number, maxLength: number): { readonly text: string; readonly isCut: boolean } {
      let text = '';
      let row = last.get(commandId) as Row | undefined;
      for (; row && text.length <= maxLength; row = at.get(commandId, row.chunk - 1) as Row | undefined) {
        text = row.bytes.toString('utf8') + text;
      }
      return text.length > maxLength
        ? { text: maxLength === 0 ? '' : text.slice(-maxLength), isCut: true }
        : { text, isCut: row !== undefined };
    },

    /** Returns the lines of the first errors and warnings, at most `MAX_DIAGNOSTICS` of each. */
    diagnosticsOf(commandId: number): DiagnosticLines {
      const errors: number[] = [];
      const warnings: number[] = [];
      for (const { marks: text } of diagnostics.iterate(commandId) as IterableIterator<{ marks: string }>) {
        const found = JSON.parse(text) as DiagnosticLines;
        errors.push(...found.errors.slice(0, MAX_DIAGNOSTICS - errors.length));
        warnings.push(...found.warnings.slice(0, MAX_DIAGNOSTICS - warnings.length));
        if (errors.length >= MAX_DIAGNOSTICS && warnings.length >= MAX_DIAGNOSTICS) break;
      }
      return { errors, warnings };
    },
  };
}

export type BuildOutputTable = ReturnType<typeof buildOutputTable>;

function readChunk(row: Row | undefined): StoredChunk | undefined {
  if (!row) return undefined;
  const { chunk, firstLine, bytes } = row;
  return { chunk, ...indexLines(bytes, { firstLine, continues: row.continues === 1 }) };
}

function toRow({ firstLine, continues, lines, bytes, diagnostics: marks, text }: OutputChunk) {
  const { errors, warnings, errorCount, warningCount } = marks;
  return {
    ...{ firstLine, continues: Number(continues), lines, bytes, text },
    ...{ errors: errorCount, warnings: warningCount, marks: JSON.stringify({ errors, warnings }) },
  };
}
