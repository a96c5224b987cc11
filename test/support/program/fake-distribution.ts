import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FAKE_ELECTRON = join(import.meta.dirname, '../fake-electron');
const NODE = join(import.meta.dirname, '../../../node_modules/.bin/node');

/** Marks the place of the fuses in Electron's program (@electron/fuses). */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Writes a distribution of Electron as packing reads it: the program is the fake Electron, which starts the archive beside
 * it, with a wire of fuses in these states. @param fuses '0' or '1' for each place
 */
export function writeFakeDistribution(folder: string, fuses: readonly ('0' | '1')[]): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const wire = `${SENTINEL}\u0001${String.fromCharCode(fuses.length)}${fuses.join('')}`;
  const program = `#!/bin/sh
# ${wire}
here=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
export FAKE_ELECTRON_ARCHIVE="$here/resources/app.asar"
exec "${NODE}" --import "${FAKE_ELECTRON}/replace-electron.ts" "${FAKE_ELECTRON}/start.ts" "$@"
`;
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(folder, name), '');
}
