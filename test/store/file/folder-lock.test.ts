import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writePrivateFile } from '../../../src-server/store/file/data-folder.ts';
import { FolderInUse } from '../../../src-server/store/file/database-problems.ts';
import { lockDataFolder, readLock } from '../../../src-server/store/file/folder-lock.ts';
import { makeDataFolder, NOON, snapshot, withDatabase } from '../../support/store/store-folder.ts';
import { startStoreProcess } from '../../support/store/store-process.ts';

test('a second process exits immediately, names the holder and changes nothing (safety R2)', async () => {
  const folder = makeDataFolder();
  const lock = lockDataFolder(folder, { what: 'desktop app' }, () => NOON);
  await withDatabase(folder, () => undefined);
  lock.update({ url: 'http://127.0.0.1:4321' });
  const before = snapshot(folder);

  const { code, errors } = await startStoreProcess('open', folder).exited;

  expect(code).toBe(1);
  expect(errors).toContain('FolderInUse');
  expect(errors).toContain(
    `the Lectern desktop app (process ${process.pid}, http://127.0.0.1:4321, since 2026-11-21T10:15:00.123456Z)`,
  );
  expect(snapshot(folder)).toEqual(before);
  lock.release();
});

test('a lock left by kill -9 does not block (safety R2)', async () => {
  const folder = makeDataFolder();
  const owner = startStoreProcess('open', folder, 'locked');
  await owner.waitForLine('locked');
  expect(() => lockDataFolder(folder, { what: 'command' })).toThrow(FolderInUse);
  expect(readLock(folder)).toMatchObject({ isHeld: true, holder: { what: 'server', pid: owner.child.pid } });

  await owner.kill();

  expect(existsSync(folder.holder)).toBe(true);
  expect(readLock(folder)).toEqual({ isHeld: false, holder: undefined });
  const lock = lockDataFolder(folder, { what: 'command' });
  expect(readLock(folder)).toMatchObject({ isHeld: true, holder: { what: 'command', pid: process.pid } });
  lock.release();
});

test('a note of a dead process does not count as the holder', async () => {
  const folder = makeDataFolder();
  const killed = startStoreProcess('open', folder, 'locked');
  await killed.waitForLine('locked');
  const note = readFileSync(folder.holder, 'utf8');
  await killed.kill();
  const lock = lockDataFolder(folder, { what: 'server' });
  writePrivateFile(folder.holder, note);

  expect(() => lockDataFolder(folder, { what: 'command' })).toThrow(/in use by another process\. Quit/);
  lock.release();
});

test('a lock also excludes within one process, and can be taken after its release', () => {
  const folder = makeDataFolder();
  const lock = lockDataFolder(folder, { what: 'server' });
  expect(() => lockDataFolder(folder, { what: 'command' })).toThrow(FolderInUse);
  lock.release();
  lock.release();
  expect(existsSync(folder.holder)).toBe(false);
  lockDataFolder(folder, { what: 'command' }).release();
});
