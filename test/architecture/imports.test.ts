import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './repository.ts';

const S = 'src-server';
const CORE_PACKAGES = [
  'electron',
  'electron/main',
  'react',
  '@mantine/core',
  'better-sqlite3',
  'keytar/keytar.js',
];

/** What each file may not import; biome.json has the rules. */
const FORBIDDEN: readonly (readonly [file: string, ...specifiers: readonly string[]])[] = [
  [`${S}/model/a/b.ts`, '../../store/b.ts', '../../vault/b.ts', '../../options.ts', 'node:fs'],
  [`${S}/vault/a.ts`, '../store/b.ts', 'better-sqlite3'],
  [`${S}/store/a/c.ts`, '../../sync/b.ts'],
  [`${S}/store/a/b.ts`, '../../services/a/b.ts', '../../host/runtime/b.ts', 'electron', 'keytar'],
  [`${S}/services/a/b.ts`, '../../api/b.ts', '../../api/v3/b.ts', '../../builder/b.ts', '../../hosting/b.ts'],
  [`${S}/services/a/c.ts`, '../../sync/b.ts', '../../lectern.ts', '../../commands/b.ts', ...CORE_PACKAGES],
  [`${S}/api/http/a.ts`, '../../desk/b.ts', '../../hosting/b.ts', '../../builder/b.ts', '../../lectern.ts'],
  [`${S}/api/a.ts`, '../../src-main/b.ts', '../../src-renderer/b.ts', '../../test/support/b.ts', 'electron'],
  [`${S}/api/v3/a.ts`, '../v2/b.ts', '../current/b.ts'],
  [`${S}/api/v2/a.ts`, '../v3/b.ts', '../current/b.ts'],
  [`${S}/api/current/a.ts`, '../v2/b.ts', '../v3/b.ts', '../../desk/b.ts', 'better-sqlite3'],
  [`${S}/desk/a.ts`, '../api/b.ts', '../sync/b.ts', 'react', '@mantine/core'],
  [`${S}/hosting/a.ts`, '../api/v3/b.ts', '../desk/b.ts'],
  [`${S}/builder/a.ts`, '../sync/b.ts', '../hosting/b.ts'],
  [
    `${S}/sync/pull/a.ts`,
    '../../desk/b.ts',
    '../../builder/b.ts',
    '../../host/runtime/b.ts',
    'better-sqlite3',
  ],
  [`${S}/lectern.ts`, './cli.ts', './commands/a.ts', 'electron'],
  [`${S}/commands/a.ts`, '../cli.ts', '../api/b.ts'],
  [`${S}/options.ts`, './store/b.ts'],
  ['src-main/a.ts', '../src-server/cli.ts', '../src-server/store/b.ts', '../src-renderer/b.ts'],
  ['src-main/launch/a.ts', '../app.ts', 'electron'],
  ['src-renderer/a.tsx', '../src-server/services/b.ts', '../src-main/b.ts', 'electron', 'node:path'],
];

/** What they may import. */
const ALLOWED: readonly (readonly [file: string, ...specifiers: readonly string[]])[] = [
  [`${S}/model/a/b.ts`, '../c/b.ts', 'zod'],
  [`${S}/store/a/b.ts`, '../../model/a/b.ts', '../../vault/b.ts', 'better-sqlite3', 'node:fs'],
  [`${S}/store/b.ts`, '../model/sync/b.ts', './tables/sync/b.ts'],
  [`${S}/services/a/b.ts`, '../../store/a/b.ts', '../../vault/b.ts', '../hosting/b.ts'],
  [`${S}/services/a/c.ts`, '../../model/sync/b.ts', '../../store/tables/sync/b.ts', '../sync/b.ts'],
  [`${S}/desk/a.ts`, './sync/b.ts', '../model/sync/b.ts', '../services/sync/b.ts'],
  [`${S}/api/v3/a.ts`, '../http/b.ts', '../../services/a/b.ts', '../../services/hosting/b.ts'],
  [`${S}/sync/pull/a.ts`, '../client/b.ts', '../../services/sync/b.ts', '../../model/sync/b.ts'],
  [`${S}/lectern.ts`, './builder/b.ts', './host/runtime/b.ts'],
  [`${S}/cli.ts`, './commands/b.ts', './lectern.ts'],
  [`${S}/commands/a.ts`, '../store/a/b.ts', '../lectern.ts'],
  ['src-main/a.ts', '../src-server/lectern.ts', 'electron'],
  ['src-renderer/a.tsx', '../src-server/model/a/b.ts', '../src-server/desk/router.ts', 'react'],
];

const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
const OPTIONS = ['--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=github'];

/** Writes files with these imports, one a line, and returns those that Biome refuses as `FILE -> SPECIFIER`. */
function refused(samples: typeof FORBIDDEN): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'lectern-imports-'));
  try {
    for (const name of ['biome.json', '.gitignore']) copyFileSync(join(ROOT, name), join(root, name));
    for (const [file, ...specifiers] of samples) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), specifiers.map((specifier) => `import '${specifier}';\n`).join(''));
    }
    const args = [BIOME, 'lint', ...OPTIONS, '.'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    return samples.flatMap(([file, ...specifiers]) =>
      specifiers
        .filter((_, at) => stdout.includes(`/${basename(root)}/${file},line=${at + 1},`))
        .map((specifier) => `${file} -> ${specifier}`),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const arrows = (samples: typeof FORBIDDEN) =>
  samples.flatMap(([file, ...specifiers]) => specifiers.map((specifier) => `${file} -> ${specifier}`));

test('every import against the plan is refused', () => {
  expect(refused(FORBIDDEN)).toEqual(arrows(FORBIDDEN));
});

test('every import of the plan passes', () => {
  expect(refused(ALLOWED)).toEqual([]);
});
