import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The archive's own program, which comes with electron-builder.
const builder = import.meta.resolve('electron-builder/package.json');
const require = createRequire(createRequire(builder).resolve('app-builder-lib/package.json'));
const asar: { extractAll(archive: string, target: string): void } = require('@electron/asar');

/**
 * Unpacks an application's archive, and what lies unpacked beside it, into a folder that ends with this process. Electron
 * reads the archive itself; Node cannot, but it finds the same files, and none that were left out.
 */
export function unpackArchive(archive: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fake-electron-app-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  asar.extractAll(archive, folder);
  return folder;
}
