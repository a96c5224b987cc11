import { mkdirSync } from 'node:fs';
import { dataFolderPaths } from '../../../src-server/store/file/data-folder.ts';
import { openRequestFile } from '../../../src-server/store/requests/request-schema.ts';
import { openRequestWriter } from '../../../src-server/store/requests/request-writer.ts';
import { manyRequests } from '../../support/store/many-requests.ts';

const COUNT = 50_000;

/** Fills the log of a data folder that no process uses. */
export function populate(data: string): void {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const database = openRequestFile(dataFolderPaths(data).requests, () => {});
  const { write } = openRequestWriter(database);
  write(manyRequests(COUNT), 1_204, { rows: COUNT, bytes: 1e9 });
  database.close();
}
