import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { APPLICATION_ID, migrations } from '../../../src-server/store/migrate.ts';
import { sendRequest } from '../../support/api/http-request.ts';
import { makeDataFolder } from '../../support/store/store-folder.ts';
import { ADDRESSES } from './earlier-addresses.ts';

/** Of alice in the recorded rows. */
const TOKEN = 'c'.repeat(40);
const SCHEMA = 7;

/** Answers by caller and address, as the release that had schema 7 gave them; the port is replaced. */
type Recorded = Readonly<Record<string, { readonly status: number; readonly body: string }>>;

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Writes the recorded rows into a database of schema 7. */
function makeRecordedDatabase(file: string): void {
  const database = new Sqlite(file);
  // Nothing of it has to survive a power cut.
  database.pragma('synchronous = OFF');
  for (const { sql, version, fill } of migrations().slice(0, SCHEMA)) {
    database.exec(sql);
    fill?.(database, 10);
    database.prepare('INSERT INTO schema_history VALUES (?, ?, ?)').run(version, '0.1.0', 10);
  }
  database.exec(read('schema-7-rows.sql'));
  database.pragma(`application_id = ${APPLICATION_ID}`);
  database.pragma(`user_version = ${SCHEMA}`);
  database.pragma('journal_mode = WAL');
  database.close();
}

async function answersOf(port: number): Promise<Recorded> {
  const found: Record<string, { status: number; body: string }> = {};
  for (const path of ADDRESSES) {
    for (const caller of ['alice', 'nobody']) {
      const headers = caller === 'alice' ? { authorization: `Token ${TOKEN}` } : {};
      const { status, text } = await sendRequest({ port, method: 'GET', path, headers });
      found[`${caller} ${path}`] = { status, body: text.replaceAll(`:${port}`, ':PORT') };
    }
  }
  return found;
}

test('the 2020 dialect answers the rows of schema 7 byte for byte as it did then', async () => {
  const folder = makeDataFolder();
  makeRecordedDatabase(folder.database);
  const lectern = await openLectern({ data: folder.root, port: 0, keychain: 'off', throttle: false });
  onTestFinished(() => lectern.close());
  const answers = await answersOf(lectern.port);
  const recorded = JSON.parse(read('schema-7-answers.json')) as Recorded;
  expect(Object.keys(answers)).toEqual(Object.keys(recorded));
  for (const [address, answer] of Object.entries(answers))
    expect([address, answer]).toEqual([address, recorded[address]]);
});
