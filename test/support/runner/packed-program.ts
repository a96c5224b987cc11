import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/** Where the program is laid out as the package for npm has it. */
const PLACE = join(ROOT, 'out/program');

/** The entry script of the packed program. */
export const PACKED_PROGRAM = join(PLACE, 'src-server/bin.mjs');
/** `lectern/testing` of the packed program. */
export const PACKED_TESTING = join(PLACE, 'lib/testing/testing.js');

/** Bundles the program and lays it out as it is packed, in a few seconds. @throws Error */
export function packProgram(): void {
  const compile = [join(ROOT, 'src-main/launch/compile-package.ts'), PLACE];
  const { status } = spawnSync(process.execPath, compile, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error('The program could not be bundled.');
}
