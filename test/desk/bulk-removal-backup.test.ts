import { rmSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { listBackups } from '../../src-server/store/backup/backup.ts';
import { startApi } from '../support/api/api-server.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';
import { makeDataFolder } from '../support/store/store-folder.ts';

test('the backup before a bulk removal pushes out none that the user made', async () => {
  const folder = makeDataFolder();
  const server = await startApi({ seed: SAMPLE_SEED, data: folder.root });
  onTestFinished(() => server.close());
  const call = (procedure: string, input?: unknown) => callDesk(server.lectern, procedure, input);
  const files = (reason: string) =>
    listBackups(folder)
      .filter((backup) => backup.reason === reason)
      .map(({ file }) => file);

  await call('system.welcome', { username: 'alice' });
  for (let count = 0; count < 5; count++) await call('settings.makeBackup');
  const manual = files('manual');
  expect(manual).toHaveLength(5);
  const projects = server.lectern.store.repositories.all().map(({ slug }) => slug);
  await call('projects.remove', projects.slice(0, 2));
  expect(files('manual')).toEqual(manual);
  expect(files('before-bulk-delete')).toHaveLength(1);
});

test('R7 nothing is removed in bulk when the backup before it cannot be made', async () => {
  const folder = makeDataFolder();
  const server = await startApi({ seed: SAMPLE_SEED, data: folder.root });
  onTestFinished(() => server.close());
  const slugs = () => server.lectern.store.repositories.all().map(({ slug }) => slug);
  const before = slugs();
  rmSync(folder.backups, { recursive: true });
  writeFileSync(folder.backups, '');
  await expect(callDesk(server.lectern, 'projects.remove', before.slice(0, 2))).rejects.toThrow(
    /before-bulk-delete backup failed/,
  );
  expect(slugs()).toEqual(before);
});
