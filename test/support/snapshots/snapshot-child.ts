// Process for tests: node snapshot-child.ts take|start|restore|restore-in-window|restore-backup|reset FOLDER [KILL_AT]
// Does it over HTTP on a server of its own, and sends itself kill -9 before the file operation with the number KILL_AT,
// or before one of a name: `renameSync:2`. Prints how many there were where it is not killed.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { tryDesk } from '../api/call-desk.ts';
import { projectNamed, startControl } from '../api/control-server.ts';
import { changeState } from './snapshot-states.ts';

const OPERATIONS = [
  ...['openSync', 'closeSync', 'writeSync', 'writeFileSync', 'readFileSync', 'fsyncSync', 'existsSync'],
  ...['statSync', 'readdirSync', 'mkdirSync', 'renameSync', 'rmSync', 'cpSync', 'copyFileSync', 'unlinkSync'],
] as const;

const [what = '', data = '', killAt = ''] = process.argv.slice(2);
const [killName, killCount] = killAt.split(':');
let isCounting = false;
let operations = 0;
let named = 0;

for (const name of OPERATIONS) {
  const original: unknown = Reflect.get(fs, name);
  if (typeof original !== 'function') throw new Error(`node:fs has no ${name}`);
  const counted = (...args: readonly unknown[]): unknown => {
    if (isCounting) operations += 1;
    if (isCounting && name === killName) named += 1;
    const isNamed = name === killName && named === Number(killCount);
    if (isCounting && (isNamed || operations === Number(killAt))) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(original, fs, args);
  };
  Reflect.set(fs, name, counted);
}
syncBuiltinESMExports();

const server = await startControl({ data, requestLog: true });
if (what === 'reset') changeState(data, server.lectern.database, 9, 'later');
await server.api('POST', '/api/v3/projects/', projectNamed('Later'));
const actor = { kind: 'system', door: 'desk' } as const;
await server.lectern.services.requests.lastId(actor);

isCounting = true;
const status = await act();
isCounting = false;
if (status >= 300) throw new Error(`${what} was answered with ${status}`);
await server.close();
process.stdout.write(`${operations}\n`);

async function act(): Promise<number> {
  if (what === 'take') return (await server.control('POST', 'snapshots/', { body: { name: 'two' } })).status;
  if (what === 'start') return server.lectern.services.snapshots.takeStart(actor).then(() => 200);
  if (what === 'restore') return (await server.control('POST', 'snapshots/one/restore')).status;
  if (what === 'restore-backup') return restoreBackup();
  if (what === 'reset') return (await server.control('POST', 'reset')).status;
  const { refused } = await tryDesk(server.lectern, 'snapshots.restore', { name: 'one' });
  return refused ? 500 : 200;
}

/** Restores the one backup that there is. */
async function restoreBackup(): Promise<number> {
  const [file] = fs.readdirSync(join(data, 'backups')).map((name) => join(data, 'backups', name));
  const { refused } = await tryDesk(server.lectern, 'settings.restoreBackup', { file });
  return refused ? 500 : 200;
}
