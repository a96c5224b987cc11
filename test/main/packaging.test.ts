// Checks what "npm run dist" creates; packs an empty binary in place of Electron's own.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildIfStale } from '../../src-main/launch/launch-build.ts';
import { ROOT } from '../architecture/repository.ts';

// The parser, archive reader and fuse reader of electron-builder.
const require = createRequire(join(ROOT, 'node_modules', 'app-builder-lib', 'package.json'));
const yaml: { load(text: string): unknown } = require('js-yaml');
const asar: {
  listPackage(path: string, options: object): string[];
  extractFile(path: string, name: string): Buffer;
} = require('@electron/asar');
const fuses: {
  getCurrentFuseWire(path: string): Promise<Record<string, number>>;
} = require('@electron/fuses');

const text = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8');
const plain: unknown = yaml.load(text);
const config = z
  .looseObject({
    files: z.array(z.string()),
    asar: z.boolean(),
    asarUnpack: z.array(z.string()),
    electronFuses: z.record(z.string(), z.boolean()),
    protocols: z.array(z.object({ name: z.string(), schemes: z.array(z.string()) })),
    linux: z.looseObject({ target: z.array(z.string()), icon: z.string() }),
    mac: z.looseObject({
      target: z.array(z.string()),
      icon: z.string(),
      hardenedRuntime: z.boolean(),
      entitlements: z.string(),
    }),
    win: z.looseObject({ target: z.array(z.string()), icon: z.string() }),
  })
  .parse(plain);
const manifest = z
  .object({ main: z.string(), optionalDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

/** The electron-builder options of S17 and the positions of their fuses on the wire. */
const FUSES = [
  ['runAsNode', false, 0],
  ['enableCookieEncryption', true, 1],
  ['enableNodeOptionsEnvironmentVariable', false, 2],
  ['enableNodeCliInspectArguments', false, 3],
  ['enableEmbeddedAsarIntegrityValidation', true, 4],
  ['onlyLoadAppFromAsar', true, 5],
  ['grantFileProtocolExtraPrivileges', false, 7],
] as const;

describe('the configuration of electron-builder', () => {
  test('conforms to its schema', () => {
    const schema = JSON.parse(readFileSync(require.resolve('./scheme.json'), 'utf8'));
    const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true });
    const valid = ajv.compile(schema);
    expect(valid(plain), ajv.errorsText(valid.errors)).toBe(true);
    expect(valid({ ...config, electronFuses: { runAsNodes: false } })).toBe(false);
  });

  test.each(FUSES)('sets the fuse %s to %s', (name, expected) => {
    expect(config.electronFuses[name]).toBe(expected);
  });

  test('creates an installer for each system', () => {
    expect(config.linux.target).toEqual(['AppImage', 'deb']);
    expect(config.mac).toMatchObject({ target: ['dmg'], hardenedRuntime: true });
    expect(config.win.target).toEqual(['nsis']);
    expect(config.protocols).toEqual([{ name: 'Lectern', schemes: ['lectern'] }]);
  });

  test('names files that exist', () => {
    const named = [config.linux.icon, config.mac.icon, config.win.icon, config.mac.entitlements, 'LICENSE'];
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('has icons in the sizes that the systems require', () => {
    const size = (name: string) => {
      const png = readFileSync(join(ROOT, 'src-main', 'icons', name));
      return [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    expect(size('icon.png')).toEqual(['PNG', 1024, 1024]);
    expect(size('512x512.png')).toEqual(['PNG', 512, 512]);
  });
});

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the package', () => {
  let folder: string;
  let archive: string;
  let files: readonly string[];
  let unpacked: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-packaging-'));
    writeEmptyElectron(join(folder, 'electron'));
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

  test('keeps native modules outside the archive, where the system can load them', () => {
    const native = files.filter((path) => path.endsWith('.node'));
    expect(native.map((path) => path.split('/')[2]).sort()).toEqual(['@napi-rs', 'better-sqlite3']);
    expect(native.filter((path) => !existsSync(join(unpacked, path)))).toEqual([]);
  });

  test('can be loaded: its main program is a module, and its binary has the fuses of S17', async () => {
    const { main, type } = JSON.parse(asar.extractFile(archive, 'package.json').toString());
    expect({ main, type }).toEqual({ main: manifest.main, type: 'module' });
    const wire = await fuses.getCurrentFuseWire(join(folder, 'dist', 'linux-unpacked', 'lectern'));
    const found = FUSES.map(([name, , place]) => [name, String.fromCharCode(wire[place] ?? 0) === '1']);
    expect(found).toEqual(FUSES.map(([name, expected]) => [name, expected]));
  });
});

/** Writes the parts of Electron's distribution that packing reads: a program with all fuses inverted. */
function writeEmptyElectron(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const wire = Array.from({ length: 8 }, (_, place) =>
    FUSES.find(([, , at]) => at === place)?.[1] ? '0' : '1',
  );
  const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
  const program = `#!/bin/sh\n${sentinel}\u0001${String.fromCharCode(wire.length)}${wire.join('')}\n`;
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(folder, name), '');
}
