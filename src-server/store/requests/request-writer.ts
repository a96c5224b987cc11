import { maskRequest } from '../../model/requests/mask-request.ts';
import type { RawRequest, RequestRecord } from '../../model/requests/request-record.ts';
import type { Database } from '../file/database.ts';

/** How much the log keeps. */
export type RequestLimits = { readonly rows: number; readonly bytes: number };

/** What a row takes in the file beside its texts, about. */
const ROW_OVERHEAD = 150;
/** Pages that are kept for what comes next: 32 MB. */
const FREE_PAGES = 8_000;

/** Writes the log; only the thread that owns the file does. */
export function openRequestWriter(database: Database) {
  const insert = database.prepare(`
    INSERT INTO requests (at, door, method, host, path, status, duration, user, token, client, request_bytes,
      response_bytes, step, reason, fault, batches, is_unmatched, bytes)
    VALUES (@at, @door, @method, @host, @path, @status, @duration, @user, @token, @client, @requestBytes,
      @responseBytes, @step, @reason, @fault, @batches, @isUnmatched, @bytes)`);
  const insertContents = database.prepare(`
    INSERT INTO contents (id, request_headers, request_body, request_state, response_headers, response_body,
      response_state)
    VALUES (@id, @requestHeaders, @requestBody, @requestState, @responseHeaders, @responseBody, @responseState)`);
  const addDropped = database.prepare('UPDATE dropped SET count = count + ?');
  const totals = database.prepare<[], { rows: number; bytes: number }>(
    'SELECT count(*) AS rows, coalesce(sum(bytes), 0) AS bytes FROM requests',
  );
  const oldest = database.prepare<[], { id: number; bytes: number }>(
    'SELECT id, bytes FROM requests ORDER BY id',
  );
  const removeContents = database.prepare('DELETE FROM contents WHERE id <= ?');
  const removeRows = database.prepare('DELETE FROM requests WHERE id <= ?');
  let kept = totals.get() ?? { rows: 0, bytes: 0 };

  function add(record: RequestRecord): void {
    const texts = contentsOf(record);
    const bytes = sizeOf(record, texts);
    const { batches, isUnmatched, requestHeaders, responseHeaders, requestBody, responseBody, ...columns } =
      record;
    const { lastInsertRowid } = insert.run({
      ...columns,
      batches: batches.length === 0 ? null : JSON.stringify(batches),
      isUnmatched: Number(isUnmatched),
      bytes,
    });
    insertContents.run({ id: lastInsertRowid, ...texts });
    kept = { rows: kept.rows + 1, bytes: kept.bytes + bytes };
  }

  function prune(limits: RequestLimits): void {
    const isOver = () => kept.rows > limits.rows || kept.bytes > limits.bytes;
    if (!isOver()) return;
    let last = 0;
    for (const { id, bytes } of oldest.iterate()) {
      if (!isOver()) break;
      kept = { rows: kept.rows - 1, bytes: kept.bytes - bytes };
      last = id;
    }
    removeContents.run(last);
    removeRows.run(last);
  }

  return {
    /** Masks and stores requests, and removes the oldest beyond the limits: all of it or nothing. */
    write: database.transaction(
      (requests: readonly RawRequest[], dropped: number, limits: RequestLimits): void => {
        const before = kept;
        try {
          for (const raw of requests) add(maskRequest(raw));
          if (dropped > 0) addDropped.run(dropped);
          prune(limits);
        } catch (error) {
          kept = before;
          throw error;
        }
      },
    ),
    /** Forgets which batches requests made, and keeps that they made some. */
    forgetBatches(): void {
      database.prepare("UPDATE requests SET batches = '[]' WHERE batches <> '[]'").run();
    },
    /** Removes everything, also from the bytes of the file. */
    clear(): void {
      database.transaction(() => {
        database.exec('DELETE FROM requests; DELETE FROM contents; UPDATE dropped SET count = 0');
      })();
      kept = { rows: 0, bytes: 0 };
      database.exec('VACUUM');
      database.pragma('wal_checkpoint(TRUNCATE)');
    },
    /** Gives the space of removed rows back to the disk where there is much of it, a part at a time. */
    shrink(): void {
      const free = Number(database.pragma('freelist_count', { simple: true }));
      if (free > FREE_PAGES) database.pragma(`incremental_vacuum(${FREE_PAGES / 4})`);
    },
  };
}

type Contents = ReturnType<typeof contentsOf>;

function contentsOf({ requestHeaders, responseHeaders, requestBody, responseBody }: RequestRecord) {
  return {
    requestHeaders: JSON.stringify(requestHeaders),
    requestBody: requestBody.text,
    requestState: requestBody.state,
    responseHeaders: JSON.stringify(responseHeaders),
    responseBody: responseBody.text,
    responseState: responseBody.state,
  };
}

function sizeOf(record: RequestRecord, contents: Contents): number {
  const { path, host, client, reason } = record;
  const { requestHeaders, requestBody, responseHeaders, responseBody } = contents;
  const texts = [path, host, client, reason, requestHeaders, requestBody, responseHeaders, responseBody];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), ROW_OVERHEAD);
}
