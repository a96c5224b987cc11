// What the executable runs: finds the application as `electron PATH` does, or in the archive beside an installed program,
// and starts its main program.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unpackArchive } from './archive.ts';
import { readCommandLine } from './command-line.ts';
import { app } from './electron.ts';

const archive = process.env.FAKE_ELECTRON_ARCHIVE;
const line = readCommandLine(process.argv.slice(2));
const target = archive ? unpackArchive(archive) : resolve(line.target ?? '.');
const isFolder = statSync(target).isDirectory();
const manifest = isFolder ? JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) : {};
const main = isFolder ? join(target, manifest.main ?? 'index.js') : target;

process.argv.splice(1, process.argv.length, ...line.argv);
Object.assign(process, {
  ...(!archive && { defaultApp: true }),
  type: 'browser',
  resourcesPath: archive ? dirname(archive) : join(import.meta.dirname, 'resources'),
});
Object.assign(process.versions, { electron: '45.4.1-fake', chrome: '0.0.0.0' });
app.fakeElectron.configure({
  path: isFolder ? target : dirname(target),
  manifest,
  switches: line.switches,
  isPackaged: archive !== undefined,
});
try {
  await import(pathToFileURL(main).href);
} catch (error) {
  console.error(error);
  app.exit(1);
}
// As in Electron, nothing is ready before the main program has been read to its end.
app.fakeElectron.loaded();
