import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../support/faults-run.ts';
import { newFolder, parseOutput, run, runDoctor, serve, serveInTest } from '../processes.ts';

type Check = { name: string; state: string; text: string; remedy?: string };

async function checkOf(folder: string, name: string): Promise<Check | undefined> {
  const { checks } = parseOutput(await runDoctor(folder, '--json')) as { checks: Check[] };
  return checks.find((check) => check.name === name);
}

async function usedFolder(): Promise<string> {
  const folder = newFolder();
  expect((await run(folder, 'user', 'add', 'alice')).code).toBe(0);
  return folder;
}

const garbage = (file: string) => writeFileSync(file, 'no database at all. '.repeat(300), { mode: 0o600 });
const folderWithFile = (file: string) => {
  rmSync(file, { force: true });
  mkdirSync(file, { mode: 0o700 });
  writeFileSync(join(file, 'inside'), 'kept', { mode: 0o600 });
};

describe.each(['lock.sqlite', 'search.sqlite', 'holder.json', 'usage.sqlite', 'requests.sqlite'])(
  '%s',
  (name) => {
    test.each([
      ['garbage', garbage],
      ['a folder', folderWithFile],
    ])('as %s is named by doctor, kept aside and made again (safety R6)', async (what, damage) => {
      const folder = await usedFolder();
      damage(join(folder, name));
      expect(await checkOf(folder, 'Other files')).toMatchObject({
        state: 'warning',
        text: expect.stringContaining(name),
        remedy: expect.stringContaining('The next start makes them again'),
      });
      const lectern = await serveInTest(['--data', folder]);
      expect((await fetch(`${lectern.url}/api/v3/search/?q=page`)).status).toBeLessThan(500);
      // A second one is kept out all the same.
      expect((await run(folder, 'user', 'add', 'bob')).code).toBe(3);
      const { code, stderr } = await lectern.stop();
      expect(code).toBe(0);
      expect(stderr).not.toMatch(/^ {4}at |Error:/m);
      expect(await checkOf(folder, 'Other files')).toBeUndefined();
      const kept = readdirSync(folder).filter((file) => file.startsWith(`${name}.damaged-`));
      // A note that cannot be read says nothing that could be kept.
      expect(kept).toHaveLength(name === 'holder.json' && what === 'garbage' ? 0 : 1);
      if (what === 'a folder') expect(existsSync(join(folder, kept[0] ?? '', 'inside'))).toBe(true);
    });
  },
);

describe.each(casesOf(['backups', 'builds', 'docs'], 3))('%s', (name) => {
  test('as a file is named by doctor, kept aside and made again (safety R6)', async () => {
    const folder = await usedFolder();
    rmSync(join(folder, name), { recursive: true });
    garbage(join(folder, name));
    expect(await checkOf(folder, 'Other files')).toMatchObject({
      state: 'warning',
      text: `${name} is not a folder`,
      remedy: expect.stringContaining('keeps what is there'),
    });
    const lectern = await serveInTest(['--data', folder]);
    expect(lectern.output().stderr).toContain(`${join(folder, name)} was not a folder; it is made again`);
    expect(await lectern.stop()).toMatchObject({ code: 0 });
    expect(statSync(join(folder, name)).isDirectory()).toBe(true);
    const kept = readdirSync(folder).filter((file) => file.startsWith(`${name}.damaged-`));
    expect(kept).toHaveLength(1);
    expect(readFileSync(join(folder, kept[0] ?? ''), 'utf8')).toContain('no database at all.');
    expect((await run(folder, 'backup')).code).toBe(0);
  });
});

describe.each(casesOf(['lectern.sqlite-wal', 'lectern.sqlite-shm', 'lectern.sqlite-journal'], 3))(
  '%s',
  (name) => {
    test('as a folder is said by doctor and the start, and kept by recovery (safety R6)', async () => {
      const folder = await usedFolder();
      folderWithFile(join(folder, name));
      const words = 'a folder stands in the place of its log';
      expect(await checkOf(folder, 'Database')).toMatchObject({
        state: 'fault',
        text: expect.stringMatching(new RegExp(`${words}.*recover --readable.*recover --backup`)),
      });
      const refused = await run(folder, 'serve', '--json', '--port', '0', '--keychain', 'off');
      expect(refused.code).toBe(4);
      expect(refused.stderr).toContain(words);
      expect(refused.stderr).not.toMatch(/^ {4}at |Error:/m);
      expect((await run(folder, 'recover', '--readable')).code).toBe(0);
      const kept = readdirSync(folder).filter((file) => /\.damaged-.*-(wal|shm|journal)$/.test(file));
      expect(kept.filter((file) => existsSync(join(folder, file, 'inside')))).toHaveLength(1);
      expect(parseOutput(await run(folder, 'user', 'list', '--json'))).toMatchObject({
        users: { length: 1 },
      });
    });
  },
);

test.each(['lectern.sqlite.partial', 'lectern.sqlite.incoming'])(
  '%s as a folder is kept aside by the next start (safety R6)',
  async (name) => {
    const folder = await usedFolder();
    folderWithFile(join(folder, name));
    const lectern = await serveInTest(['--data', folder]);
    expect(await lectern.stop()).toMatchObject({ code: 0 });
    const kept = readdirSync(folder).filter((file) => file.startsWith(`${name}.damaged-`));
    expect(kept).toHaveLength(1);
    expect(existsSync(join(folder, kept[0] ?? '', 'inside'))).toBe(true);
  },
);

// Locks belong to processes, so these have servers of their own.
describe('a lock that is held', () => {
  test.each<[string, (folder: string) => void]>([
    ['deleted', (folder) => rmSync(join(folder, 'lock.sqlite'))],
    [
      'deleted with the note about its holder',
      (folder) => {
        rmSync(join(folder, 'lock.sqlite'));
        rmSync(join(folder, 'holder.json'));
      },
    ],
    [
      'replaced by another file',
      (folder) => {
        rmSync(join(folder, 'lock.sqlite'));
        writeFileSync(join(folder, 'lock.sqlite'), '', { mode: 0o600 });
      },
    ],
    ['moved away', (folder) => renameSync(join(folder, 'lock.sqlite'), join(folder, 'lock.sqlite.old'))],
    ['overwritten', (folder) => garbage(join(folder, 'lock.sqlite'))],
  ])('and %s lets no second process in (safety R2)', async (what, damage) => {
    // Elsewhere only the note tells who holds a deleted file.
    if (process.platform !== 'linux' && what.includes('note')) return expect(what).toBeTruthy();
    const folder = await usedFolder();
    const lectern = await serve(['--data', folder]);
    damage(folder);
    for (const _ of [1, 2, 3]) {
      expect(await run(folder, 'user', 'add', 'bob')).toMatchObject({ code: 3 });
    }
    expect(await checkOf(folder, 'In use')).toMatchObject({ text: expect.stringMatching(/^by /) });
    expect(await lectern.stop()).toMatchObject({ code: 0 });
    expect((await run(folder, 'user', 'add', 'bob')).code).toBe(0);
  });

  test('a copy of a folder in use is free', async () => {
    const folder = await usedFolder();
    const lectern = await serve(['--data', folder]);
    const copy = newFolder();
    mkdirSync(copy, { mode: 0o700 });
    for (const name of ['lectern.sqlite', 'holder.json']) copyFileSync(join(folder, name), join(copy, name));
    expect((await run(copy, 'user', 'add', 'bob')).code).toBe(0);
    await lectern.stop();
  });

  test('a note whose process was killed does not hold a folder whose lock is gone', async () => {
    const folder = await usedFolder();
    const lectern = await serve(['--data', folder]);
    await lectern.kill();
    rmSync(join(folder, 'lock.sqlite'));
    expect((await run(folder, 'user', 'add', 'bob')).code).toBe(0);
  });
});
