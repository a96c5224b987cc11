import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEST = join(import.meta.dirname, '../..');
const RECORD = join(import.meta.dirname, 'fake-electron.sha256');
const SOURCES = ['support/fake-electron/**', 'main/fake-electron.test.ts', 'main/minimal-app.ts'];

/** Digests the fake Electron, its tests and the versions of Electron and Playwright. */
function fakeElectronDigest(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: TEST, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort())
    hash.update(readFileSync(file));
  const { devDependencies } = JSON.parse(readFileSync(join(TEST, '..', 'package.json'), 'utf8'));
  for (const name of ['@playwright/test', 'electron']) hash.update(`${name} ${devDependencies[name]}`);
  return hash.digest('hex');
}

/** Records that this fake Electron has passed its own tests. */
export function recordProvenFakeElectron(): void {
  writeFileSync(RECORD, `${fakeElectronDigest()}\n`);
}

/**
 * Returns whether the fake Electron is the one that last passed its own tests, so that they need not run again. They
 * always run in `npm run test:faults`, which records the digest when they pass.
 */
export function isProvenFakeElectron(): boolean {
  return (
    process.env.LECTERN_FAULTS !== 'long' && readFileSync(RECORD, 'utf8').trim() === fakeElectronDigest()
  );
}
