// Process for tests to kill: node store-child.ts COMMAND FOLDER [STOP] [FILE]
// Prints log lines to stdout and blocks at the first line that starts with STOP until it is killed.
import { writeSync } from 'node:fs';
import { createBackup } from '../../../src-server/store/backup/backup.ts';
import { restoreBackup } from '../../../src-server/store/backup/restore.ts';
import { dataFolderPaths } from '../../../src-server/store/file/data-folder.ts';
import { openDatabase } from '../../../src-server/store/file/database.ts';
import { lockDataFolder } from '../../../src-server/store/file/folder-lock.ts';
import { withSecondMigration } from './store-migrations.ts';

const [command = '', path = '', stop, file = ''] = process.argv.slice(2);
const folder = dataFolderPaths(path);
const clock = () => Date.now() * 1000;

function log(line: string): void {
  writeSync(1, `${line}\n`);
  if (stop && line.startsWith(stop)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const options = { clock, version: '1.2.3', log };
const lock = lockDataFolder(folder, { what: 'server', url: 'http://127.0.0.1:8642' });
log('locked');
switch (command) {
  case 'open':
    await openDatabase({ ...options, folder });
    break;
  case 'migrate':
    await openDatabase({ ...options, folder, migrations: withSecondMigration(() => log('inside the step')) });
    break;
  case 'backup':
    await createBackup(await openDatabase({ ...options, folder }), folder, 'manual', clock, { log });
    break;
  case 'restore':
    await restoreBackup(folder, file, options);
    break;
  default:
    throw new Error(`unknown command ${command}`);
}
log('done');
lock.release();
