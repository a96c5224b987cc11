import { createMasker } from '../../model/requests/mask-request.ts';
import type { RawRequest, RequestRecord } from '../../model/requests/request-record.ts';
import type { Database } from '../file/database.ts';
import { placeTexts, TEXTS_PER_REQUEST, type TextPlaces } from './request-texts.ts';

/** How much the log keeps. */
export type RequestLimits = { readonly rows: number; readonly bytes: number };

/** What a row takes in the file beside its texts, about. */
const ROW_OVERHEAD = 150;
/** Pages that are kept for what comes next: 32 MB. */
const FREE_PAGES = 8_000;

type Kept = { readonly rows: number; readonly bytes: number; readonly lastId: number };

/** Writes the log; only the thread that owns the file does. */
export function openRequestWriter(database: Database) {
  const insert = database.prepare(`
    INSERT INTO requests (id, at, door, method, host, path, status, duration, user, token, client, request_bytes,
      response_bytes, step, reason, fault, batches, is_unmatched, request_headers, request_body, request_state,
      response_headers, response_body, response_state, bytes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertText = database.prepare('INSERT INTO texts (id, text) VALUES (?, ?)');
  const saveProgress = database.prepare('UPDATE progress SET last_id = ?, dropped = dropped + ?');
  const totals = database.prepare<[], Kept>(`
    SELECT count(*) AS rows, coalesce(sum(bytes), 0) AS bytes, (SELECT last_id FROM progress) AS lastId
    FROM requests`);
  const oldest = database.prepare<[], { id: number; bytes: number }>(
    'SELECT id, bytes FROM requests ORDER BY id',
  );
  const removeTexts = database.prepare('DELETE FROM texts WHERE id < ?');
  const removeRows = database.prepare('DELETE FROM requests WHERE id <= ?');
  let kept = totals.get() ?? { rows: 0, bytes: 0, lastId: 0 };

  function add(record: RequestRecord, { placeOf, ofRequest }: TextPlaces): void {
    const id = kept.lastId + 1;
    let bytes = ROW_OVERHEAD + lengthOf(record.path, record.host, record.client, record.reason ?? '');
    for (const { place, text } of ofRequest(id, record)) {
      insertText.run(place, text);
      bytes += Buffer.byteLength(text);
    }
    const { requestHeaders, requestBody, responseHeaders, responseBody } = record;
    insert.run(
      id,
      record.at,
      record.door,
      record.method,
      record.host,
      record.path,
      record.status,
      record.duration,
      record.user,
      record.token,
      record.client,
      record.requestBytes,
      record.responseBytes,
      record.step,
      record.reason,
      record.fault,
      record.batches.length === 0 ? null : JSON.stringify(record.batches),
      Number(record.isUnmatched),
      placeOf(requestHeaders),
      placeOf(requestBody),
      requestBody.state,
      placeOf(responseHeaders),
      placeOf(responseBody),
      responseBody.state,
      bytes,
    );
    kept = { rows: kept.rows + 1, bytes: kept.bytes + bytes, lastId: id };
  }

  function prune(limits: RequestLimits): void {
    const isOver = () => kept.rows > limits.rows || kept.bytes > limits.bytes;
    if (!isOver()) return;
    let last = 0;
    for (const { id, bytes } of oldest.iterate()) {
      if (!isOver()) break;
      kept = { ...kept, rows: kept.rows - 1, bytes: kept.bytes - bytes };
      last = id;
    }
    removeTexts.run((last + 1) * TEXTS_PER_REQUEST);
    removeRows.run(last);
  }

  return {
    /** Masks and stores requests, and removes the oldest beyond the limits: all of it or nothing. */
    write: database.transaction(
      (requests: readonly RawRequest[], dropped: number, limits: RequestLimits): void => {
        const before = kept;
        try {
          const records = requests.map(createMasker());
          const places = placeTexts(kept.lastId + 1, records);
          for (const record of records) add(record, places);
          saveProgress.run(kept.lastId, dropped);
          prune(limits);
        } catch (error) {
          kept = before;
          throw error;
        }
      },
    ),
    /** Removes everything, also from the bytes of the file. */
    clear(): void {
      database.transaction(() => {
        database.exec('DELETE FROM requests; DELETE FROM texts; UPDATE progress SET dropped = 0');
      })();
      kept = { ...kept, rows: 0, bytes: 0 };
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

function lengthOf(...texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
