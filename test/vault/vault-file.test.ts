import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileVault, VaultDamaged } from '../../src-server/vault/file-vault.ts';

const fileVaultUrl = pathToFileURL(join(import.meta.dirname, '../../src-server/vault/file-vault.ts')).href;
const onPosix = process.platform !== 'win32';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-vault-'));
  file = join(folder, 'data', 'vault.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8);
const filesInFolder = async () => (await readdir(join(folder, 'data'))).sort();

describe('the private file', () => {
  it('stores, replaces and deletes values, also for the next process', async () => {
    const vault = fileVault(file);
    expect(await vault.get('a')).toBeUndefined();
    await vault.set('a', 'old');
    await vault.set('a', 'sécret ✓\n"quoted"');
    await vault.set('b', '');
    await vault.set('c', 'gone soon');
    await vault.delete('c');
    await vault.delete('never there');

    const next = fileVault(file);
    expect(await Promise.all(['a', 'b', 'c'].map(next.get))).toEqual(['sécret ✓\n"quoted"', '', undefined]);
    expect(await readFile(file, 'utf8')).not.toContain('gone soon');
    expect(await filesInFolder()).toEqual(['vault.json']);
  });

  it('accepts any name', async () => {
    const vault = fileVault(file);
    const names = ['__proto__', 'constructor', 'toString', '', '7', 'a/b c'];
    for (const name of names) expect(await vault.get(name)).toBeUndefined();
    for (const name of names) await vault.set(name, `of ${name}`);
    expect(await Promise.all(names.map(fileVault(file).get))).toEqual(names.map((name) => `of ${name}`));
  });

  it('creates no file for a read or a deletion', async () => {
    await fileVault(file).get('a');
    await fileVault(file).delete('a');
    expect(await readdir(folder)).toEqual([]);
  });

  it('loses nothing in concurrent writes through several vaults', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `name ${index}`);
    await fileVault(file).set('doomed', 'x');
    const writes = names.map((name) => fileVault(file).set(name, `of ${name}`));
    await Promise.all([...writes, fileVault(file).delete('doomed')]);
    const vault = fileVault(file);
    expect(await Promise.all(names.map(vault.get))).toEqual(names.map((name) => `of ${name}`));
    expect(await vault.get('doomed')).toBeUndefined();
  });

  it('works after a failed write', async () => {
    await mkdir(join(folder, 'data'));
    await writeFile(file, 'damaged');
    const vault = fileVault(file);
    const first = vault.set('a', '1');
    const second = vault.set('b', '2');
    await Promise.all([first, second].map((write) => expect(write).rejects.toThrow(VaultDamaged)));
    await rm(file);
    await vault.set('c', '3');
    expect(await vault.get('c')).toBe('3');
  });
});

describe.skipIf(!onPosix)('permissions', () => {
  it('are for the owner only, with any umask', async () => {
    const before = process.umask(0);
    try {
      await fileVault(file).set('a', '1');
    } finally {
      process.umask(before);
    }
    expect([await modeOf(file), await modeOf(join(folder, 'data'))]).toEqual(['600', '700']);
  });

  it.each(['get', 'set'] as const)('are removed for others: %s', async (call) => {
    await fileVault(file).set('a', '1');
    await chmod(file, 0o666);
    if (call === 'get') expect(await fileVault(file).get('a')).toBe('1');
    else await fileVault(file).set('b', '2');
    expect(await modeOf(file)).toBe('600');
  });

  it('of a leftover partial file are restricted before anything is written to it', async () => {
    await mkdir(join(folder, 'data'));
    await writeFile(`${file}.partial`, 'left over');
    await chmod(`${file}.partial`, 0o666);
    await fileVault(file).set('a', '1');
    expect(await modeOf(file)).toBe('600');
  });

  it('of an existing folder stay unchanged', async () => {
    await mkdir(join(folder, 'data'));
    await chmod(join(folder, 'data'), 0o755);
    await fileVault(file).set('a', '1');
    expect(await modeOf(join(folder, 'data'))).toBe('755');
  });
});

describe('a damaged file', () => {
  it.each([
    ['empty', ''],
    ['truncated', '{ "format": 1, "secrets": { "a": "hunter2'],
    ['not an object', '["hunter2"]'],
    ['null', 'null'],
    ['of another format', '{ "format": 2, "secrets": { "a": "hunter2" } }'],
    ['without secrets', '{ "format": 1 }'],
    ['with a secret that is not text', '{ "format": 1, "secrets": { "a": ["hunter2"] } }'],
    ['zeros', '\0'.repeat(64)],
  ])('is reported and left unchanged: %s', async (_, content) => {
    await mkdir(join(folder, 'data'));
    await writeFile(file, content);
    const vault = fileVault(file);
    const calls = await Promise.allSettled([vault.get('a'), vault.set('a', 'new'), vault.delete('a')]);
    const errors = calls.map((call) => (call.status === 'rejected' ? call.reason : undefined));
    for (const error of errors) {
      expect(error).toBeInstanceOf(VaultDamaged);
      expect(error.message).toContain(file);
      expect(inspect(error)).not.toContain('hunter2'); // includes the cause
    }
    expect(await readFile(file, 'utf8')).toBe(content);
    expect(await filesInFolder()).toEqual(['vault.json']);
  });
});

describe.skipIf(!onPosix)('a process that ends during a write', () => {
  /** Writes a secret in a process with an injected `fault`. */
  const setInProcess = (fault: string, value: string, shell = '') =>
    execa(
      'sh',
      [
        '-c',
        `${shell} exec "$@"`,
        'sh',
        process.execPath,
        '--input-type=module',
        '-e',
        `
      import fs from 'node:fs/promises';
      import { syncBuiltinESMExports } from 'node:module';
      ${fault}
      syncBuiltinESMExports();
      const { fileVault } = await import('${fileVaultUrl}');
      await fileVault(process.env.VAULT_FILE).set('a', ${value}).catch((error) => console.log(error.name, error.code ?? ''));
    `,
      ],
      { reject: false, env: { VAULT_FILE: file } },
    );

  it('leaves the old file, and the next write removes the partial one', async () => {
    await fileVault(file).set('a', 'old');
    const { signal } = await setInProcess(`fs.rename = () => process.kill(process.pid, 'SIGKILL');`, `'new'`);
    expect(signal).toBe('SIGKILL');
    expect(await filesInFolder()).toEqual(['vault.json', 'vault.json.partial']);
    expect(await readFile(`${file}.partial`, 'utf8')).toContain('new');
    expect(await modeOf(`${file}.partial`)).toBe('600');

    const vault = fileVault(file);
    expect(await vault.get('a')).toBe('old');
    await vault.set('b', '2');
    expect(await Promise.all(['a', 'b'].map(vault.get))).toEqual(['old', '2']);
    expect(await filesInFolder()).toEqual(['vault.json']);
  });

  it('flushes the new file to disk before it replaces the old one', async () => {
    const log = `
      const real = { open: fs.open, rename: fs.rename };
      fs.open = async (path, ...rest) => {
        const handle = await real.open(path, ...rest);
        const sync = handle.sync.bind(handle);
        handle.sync = () => { console.log('sync', path); return sync(); };
        return handle;
      };
      fs.rename = (from, to) => { console.log('rename', from); return real.rename(from, to); };
    `;
    const { stdout } = await setInProcess(log, `'new'`);
    expect(stdout.split('\n')).toEqual([
      `sync ${file}.partial`,
      `rename ${file}.partial`,
      `sync ${join(folder, 'data')}`,
    ]);
  });

  it('keeps the old file when the new one does not fit', async () => {
    await fileVault(file).set('a', 'old');
    // The system writes the first kilobytes and then refuses; a short write must not count as complete.
    const allow = `process.on('SIGXFSZ', () => {});`;
    const { stdout } = await setInProcess(allow, `'x'.repeat(100_000)`, 'ulimit -f 8;');
    expect(stdout.trim()).toBe('StorageFull');
    expect(await fileVault(file).get('a')).toBe('old');
    expect(await filesInFolder()).toEqual(['vault.json']);
  });

  it('reports a full disk as such', async () => {
    await fileVault(file).set('a', 'old');
    const full = `fs.rename = async () => { throw Object.assign(new Error('no space'), { code: 'ENOSPC' }); };`;
    const { stdout } = await setInProcess(full, `'new'`);
    expect(stdout.trim()).toBe('StorageFull');
    expect(await fileVault(file).get('a')).toBe('old');
    expect(await filesInFolder()).toEqual(['vault.json']);
  });
});
