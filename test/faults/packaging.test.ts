// Checks what "npm run dist" creates, with the fake Electron in place of Electron's own program, and starts it.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildIfStale } from '../../src-main/launch/launch-build.ts';
import { ROOT } from '../architecture/repository.ts';
import { FUSES, manifest, requireOfBuilder } from '../main/package-config.ts';
import { writeFakeDistribution } from '../support/program/fake-distribution.ts';
import { hasProgram } from '../support/runner/programs.ts';

const asar: {
  listPackage(path: string, options: object): string[];
  extractFile(path: string, name: string): Buffer;
} = requireOfBuilder('@electron/asar');
const fuses: {
  getCurrentFuseWire(path: string): Promise<Record<string, number>>;
} = requireOfBuilder('@electron/fuses');

const SelfTest = z.object({
  event: z.literal('self-test'),
  ok: z.boolean(),
  packaged: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), found: z.string(), ms: z.number() })),
});

/** A wire with the opposite of each, so that packing has to set every one. */
const INVERTED_FUSES = Array.from({ length: 8 }, (_, place) =>
  FUSES.find(([, , at]) => at === place)?.[1] ? ('0' as const) : ('1' as const),
);

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the package', () => {
  let folder: string;
  let archive: string;
  let files: readonly string[];
  let unpacked: string;
  let program: string;

  /** Starts the installed application; its last line is the result. */
  const selfTest = (env: NodeJS.ProcessEnv = {}) => {
    const temporary = mkdtempSync(join(folder, 'temporary-'));
    const picture = join(temporary, 'window.png');
    const started = spawnSync(program, ['--self-test', `--self-test-picture=${picture}`], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: temporary, ...env },
    });
    const result = SelfTest.safeParse(JSON.parse(started.stdout.trim().split('\n').at(-1) || 'null'));
    expect(result.success, started.stdout + started.stderr).toBe(true);
    return { status: started.status, result: result.data, temporary, picture };
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-packaging-'));
    writeFakeDistribution(join(folder, 'electron'), INVERTED_FUSES);
    if (!existsSync(join(ROOT, manifest.main))) expect(await buildIfStale(ROOT, process.env)).toBeUndefined();
    const builder = join(ROOT, 'node_modules', 'electron-builder', 'cli.js');
    const places = [
      `-c.electronDist=${join(folder, 'electron')}`,
      `-c.directories.output=${join(folder, 'dist')}`,
    ];
    const packed = spawnSync(process.execPath, [builder, '--linux', 'dir', '--publish', 'never', ...places], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(packed.status, packed.stdout + packed.stderr).toBe(0);
    program = join(folder, 'dist', 'linux-unpacked', 'lectern-desktop');
    const resources = join(folder, 'dist', 'linux-unpacked', 'resources');
    archive = join(resources, 'app.asar');
    unpacked = join(resources, 'app.asar.unpacked');
    files = asar.listPackage(archive, {});
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('contains the bundles, the files that they read at run time, and package.json', () => {
    const expected = [
      manifest.main,
      'out/preload/preload.cjs',
      'out/renderer/index.html',
      'package.json',
      'LICENSE',
    ];
    const migrations = readdirSync(join(ROOT, 'out', 'main', 'migrations')).map(
      (name) => `out/main/migrations/${name}`,
    );
    expect(migrations).not.toEqual([]);
    expect([...expected, ...migrations].filter((path) => !files.includes(`/${path}`))).toEqual([]);
  });

  test('has the handbook in the window, and the licences of others inside and beside the archive', () => {
    const notices = asar.extractFile(archive, 'out/renderer/third-party-notices.txt').toString();
    expect(notices).toContain('better-sqlite3');
    expect(readFileSync(join(archive, '../third-party-notices.txt'), 'utf8')).toBe(notices);
    const pictures = readdirSync(join(ROOT, 'docs/handbook/pages/images')).length;
    expect(files.filter((path) => /^\/out\/renderer\/assets\/.*\.webp$/.test(path))).toHaveLength(pictures);
  });

  test('contains every byte of the built-in kits, hidden files and Markdown too', () => {
    const kits = join('src-server', 'services', 'kits', 'built-in');
    const paths = readdirSync(join(ROOT, kits), { recursive: true, encoding: 'utf8' }).filter((path) =>
      lstatSync(join(ROOT, kits, path)).isFile(),
    );
    expect(paths.filter((path) => /\.md$/.test(path)).length).toBeGreaterThan(5);
    const missing = paths.filter((path) => !files.includes(`/out/main/built-in/${path}`));
    expect(missing).toEqual([]);
    const changed = paths.filter(
      (path) =>
        !asar.extractFile(archive, `out/main/built-in/${path}`).equals(readFileSync(join(ROOT, kits, path))),
    );
    expect(changed).toEqual([]);
  });

  test('contains every external package of the main bundle', () => {
    const main = join(ROOT, 'out', 'main');
    const sources = readdirSync(main).filter((name) => name.endsWith('.js'));
    const imported = sources.flatMap((name) => [
      ...readFileSync(join(main, name), 'utf8').matchAll(
        /(?:from|import)\s*\(?["']((?:@[\w.-]+\/)?[\w.-]+)[^"']*["']/g,
      ),
    ]);
    const names = new Set(
      imported.map(([, name = '']) => name).filter((name) => !/^(\.|node$|electron$)/.test(name)),
    );
    expect(names).toContain('better-sqlite3');
    expect([...names].filter((name) => !files.includes(`/node_modules/${name}/package.json`))).toEqual([]);
  });

  test('contains no Node, sources, tests or binaries for other systems', () => {
    const runtimes = Object.keys(manifest.optionalDependencies);
    expect(runtimes.length).toBeGreaterThan(0);
    const forbidden = [
      ...runtimes.map((name) => `/node_modules/${name}`),
      '/src-',
      '/test',
      '/docs',
      '/node_modules/electron',
    ];
    expect(files.filter((path) => forbidden.some((start) => path.startsWith(start)))).toEqual([]);
    expect(files.filter((path) => path.endsWith('.node') && !path.includes('linux-x64'))).toEqual([]);
  });

  test('shows its first screen with few files, since each is a request through the main process', () => {
    const page = asar.extractFile(archive, 'out/renderer/index.html').toString();
    expect(page.match(/assets\/[^"]+\.(?:js|css)/g)?.length).toBeLessThan(10);
  });

  test('contains packages of production alone', () => {
    const { packages } = z
      .object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
    const packed = files.flatMap((path) => /^\/(node_modules\/.*)\/package\.json$/.exec(path)?.[1] ?? []);
    const installed = packed.filter((path) => path in packages);
    expect(installed).toContain('node_modules/better-sqlite3');
    expect(installed.filter((path) => packages[path]?.dev === true)).toEqual([]);
  });

  test('is no larger than it has to be', () => {
    const size = Math.round((sizeOf(archive) + sizeOf(unpacked)) / 1e6);
    console.log(`The application without Electron: ${size} MB.`);
    expect(size).toBeLessThan(40);
  });

  describe.skipIf(!hasProgram('chromium'))('starts', () => {
    test('and passes its own test: core, workers, keychain, git, page and picture', () => {
      const { status, result, temporary, picture } = selfTest();
      expect(result?.checks.filter(({ ok }) => !ok)).toEqual([]);
      expect(result).toMatchObject({ ok: true, packaged: true });
      expect(result?.checks.map(({ name }) => name)).toEqual([
        'core',
        'http',
        'integrity worker',
        'indexing worker',
        'keychain',
        'git',
        'page',
        'app protocol',
        'picture',
        'close',
      ]);
      expect(status).toBe(0);
      expect(readFileSync(picture).toString('latin1', 1, 4)).toBe('PNG');
      expect(readdirSync(temporary)).toEqual(['window.png']);
    });

    test('and says which part fails', () => {
      const broken = join(folder, 'git');
      writeFileSync(broken, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      const { status, result } = selfTest({ PATH: `${folder}:${process.env.PATH}` });
      expect(result?.checks.filter(({ ok }) => !ok)).toMatchObject([
        { name: 'git', found: `${broken} --version failed.` },
      ]);
      expect({ status, ok: result?.ok }).toEqual({ status: 1, ok: false });
    });
  });

  test('keeps native modules outside the archive, where the system can load them', () => {
    const native = files.filter((path) => path.endsWith('.node'));
    expect(native.map((path) => path.split('/')[2]).sort()).toEqual(['@napi-rs', 'better-sqlite3']);
    expect(native.filter((path) => !existsSync(join(unpacked, path)))).toEqual([]);
  });

  test('can be loaded: its main program is a module, and its binary has the fuses of S17', async () => {
    const { main, type } = JSON.parse(asar.extractFile(archive, 'package.json').toString());
    expect({ main, type }).toEqual({ main: manifest.main, type: 'module' });
    const wire = await fuses.getCurrentFuseWire(program);
    const found = FUSES.map(([name, , place]) => [name, String.fromCharCode(wire[place] ?? 0) === '1']);
    expect(found).toEqual(FUSES.map(([name, expected]) => [name, expected]));
  });
});

/** Sums the sizes of all files below a folder. */
function sizeOf(path: string): number {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
