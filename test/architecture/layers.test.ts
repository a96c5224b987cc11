import { describe, expect, test } from 'vitest';
import { forbiddenImports } from './layers.ts';
import { codeFiles } from './repository.ts';

const S = 'src-server';
const check = (path: string, source: string) => forbiddenImports(new Map([[path, source]]));

describe('a forbidden arrow is found:', () => {
  test.each([
    [`${S}/model/a.ts`, '../store/b.ts'],
    [`${S}/model/a.ts`, '../vault/b.ts'],
    [`${S}/model/a.ts`, '../options.ts'],
    [`${S}/model/a.ts`, 'node:fs'],
    [`${S}/vault/a.ts`, '../store/b.ts'],
    [`${S}/store/a.ts`, '../services/b.ts'],
    [`${S}/services/a.ts`, '../api/b.ts'],
    [`${S}/services/a.ts`, '../api/v3/b.ts'],
    [`${S}/services/a.ts`, '../builder/b.ts'],
    [`${S}/services/a.ts`, '../sync/b.ts'],
    [`${S}/services/a.ts`, '../lectern.ts'],
    [`${S}/api/a.ts`, '../desk/b.ts'],
    [`${S}/api/a.ts`, '../hosting/b.ts'],
    [`${S}/api/a.ts`, '../builder/b.ts'],
    [`${S}/api/a.ts`, '../store/b.ts'],
    [`${S}/api/a.ts`, '../lectern.ts'],
    [`${S}/api/v3/a.ts`, '../v2/b.ts'],
    [`${S}/api/v2/a.ts`, '../v3/b.ts'],
    [`${S}/api/v3/a.ts`, '../../store/b.ts'],
    [`${S}/desk/a.ts`, '../api/b.ts'],
    [`${S}/desk/a.ts`, '../sync/b.ts'],
    [`${S}/hosting/a.ts`, '../api/v3/b.ts'],
    [`${S}/builder/a.ts`, '../sync/b.ts'],
    [`${S}/builder/a.ts`, '../hosting/b.ts'],
    [`${S}/sync/a.ts`, '../builder/b.ts'],
    [`${S}/lectern.ts`, './cli.ts'],
    [`${S}/lectern.ts`, './commands/a.ts'],
    [`${S}/services/a.ts`, '../commands/b.ts'],
    [`${S}/commands/a.ts`, '../cli.ts'],
    [`${S}/commands/a.ts`, '../api/b.ts'],
    [`${S}/options.ts`, './store/b.ts'],
    [`${S}/bin.mjs`, './lectern.ts'],
    [`${S}/api/a.ts`, '../../src-main/b.ts'],
    [`${S}/api/a.ts`, '../../src-renderer/b.ts'],
    [`${S}/api/a.ts`, '../../test/support/b.ts'],
    [`${S}/services/a.ts`, 'electron'],
    [`${S}/services/a.ts`, 'electron/main'],
    [`${S}/desk/a.ts`, 'react'],
    [`${S}/desk/a.ts`, '@mantine/core'],
    [`${S}/services/a.ts`, 'better-sqlite3'],
    [`${S}/services/a.ts`, 'keytar/keytar.js'],
    ['src-main/a.ts', '../src-server/cli.ts'],
    ['src-main/a.ts', '../src-server/store/b.ts'],
    ['src-main/a.ts', '../src-renderer/b.ts'],
    ['src-renderer/a.tsx', '../src-server/desk/b.ts'],
    ['src-renderer/a.tsx', '../src-server/services/b.ts'],
    ['src-renderer/a.tsx', '../src-main/b.ts'],
    ['src-renderer/a.tsx', 'electron'],
    ['src-renderer/a.tsx', 'node:path'],
  ])('%s -> %s', (from, to) => {
    expect(check(from, `import { x } from '${to}';`)).toHaveLength(1);
  });

  test.each([
    ['a type', `import type { X } from '../services/b.ts';`],
    ['a re-export', `export { x } from '../services/b.ts';`],
    ['a whole re-export', `export * from '../services/b.ts';`],
    ['a side effect', `import '../services/b.ts';`],
    ['a dynamic import', `const x = await import('../services/b.ts');`],
    ['a computed import', `const x = await import(name);`],
  ])('written as %s', (_name, source) => {
    expect(check(`${S}/store/a.ts`, source)).toHaveLength(1);
  });

  test('with its place and reason', () => {
    expect(check(`${S}/model/a.ts`, `\nimport { x } from '../store/b.ts';`)).toEqual([
      `${S}/model/a.ts:2: model may not import store (../store/b.ts)`,
    ]);
  });

  test('a file outside the plan', () => {
    expect(check(`${S}/odd/a.ts`, `import { x } from 'zod';`)).toHaveLength(1);
    expect(check(`${S}/api/a.ts`, `import { x } from '../odd/a.ts';`)).toHaveLength(1);
  });
});

describe('an arrow of the plan passes:', () => {
  test.each([
    [`${S}/store/a.ts`, `import { x } from '../model/b.ts';`],
    [`${S}/store/a.ts`, `import Database from 'better-sqlite3';`],
    [`${S}/store/a.ts`, `import { x } from '../vault/b.ts';`],
    [`${S}/services/a.ts`, `import { x } from '../store/b.ts';`],
    [`${S}/api/a.ts`, `import { x } from './v3/b.ts';`],
    [`${S}/api/v3/a.ts`, `import { x } from '../b.ts';`],
    [`${S}/api/v3/a.ts`, `import { x } from '../../services/b.ts';`],
    [`${S}/api/v3/a.ts`, `import type { X } from '../../store/b.ts';`],
    [`${S}/lectern.ts`, `import { x } from './builder/b.ts';`],
    [`${S}/cli.ts`, `import { x } from './commands/b.ts';`],
    [`${S}/commands/a.ts`, `import { x } from '../store/b.ts';`],
    [`${S}/bin.mjs`, `await import('./cli.ts');`],
    ['src-main/a.ts', `import { x } from '../src-server/lectern.ts'; import { app } from 'electron';`],
    ['src-renderer/a.tsx', `import type { Desk } from '../src-server/desk/router.ts';`],
    ['src-renderer/a.tsx', `import { x } from '../src-server/model/b.ts';`],
  ])('%s: %s', (path, source) => {
    expect(check(path, source)).toEqual([]);
  });
});

test('Lectern keeps to the plan', () => {
  const files = codeFiles(/^src-/);
  expect(files.size).toBeGreaterThan(0);
  expect(forbiddenImports(files)).toEqual([]);
});
