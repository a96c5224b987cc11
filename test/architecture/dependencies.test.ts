import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { codeFiles, ROOT } from './repository.ts';

const EXPECTED_PACKAGES = z.record(z.string(), z.string()).default({});
const PACKAGE = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: EXPECTED_PACKAGES,
  devDependencies: EXPECTED_PACKAGES,
  optionalDependencies: EXPECTED_PACKAGES,
});
const INSTALLED = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
});
const LOCK = z.object({
  name: z.string(),
  version: z.string(),
  packages: z.looseObject({ '': PACKAGE.omit({ name: true }) }),
});

const manifest = PACKAGE.parse(read('package.json'));
const lock = LOCK.parse(read('package-lock.json'));
const installed = Object.entries(lock.packages).flatMap(([path, entry]) =>
  path === '' ? [] : [[path, INSTALLED.parse(entry)] as const],
);
const direct = Object.entries({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
});

describe('package.json and package-lock.json', () => {
  test('name every version exactly', () => {
    const inexact = direct.filter(([name, range]) => name !== '@types/node' && !exactVersion(range));
    expect(direct.length).toBeGreaterThan(0);
    expect(inexact).toEqual([]);
  });

  test('agree', () => {
    expect(lock).toMatchObject({ name: manifest.name, version: manifest.version });
    const { dependencies, devDependencies, optionalDependencies } = lock.packages[''];
    expect({ dependencies, devDependencies, optionalDependencies }).toEqual({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
      optionalDependencies: manifest.optionalDependencies,
    });
    const found = new Map(installed);
    const wrong = direct.filter(([name, range]) => {
      const version = found.get(`node_modules/${name}`)?.version;
      return !version || (name !== '@types/node' && version !== exactVersion(range));
    });
    expect(wrong).toEqual([]);
  });

  test('come from the registry of the machine, with their integrity', () => {
    expect(installed.length).toBeGreaterThan(0);
    expect(installed.filter(([, entry]) => entry.resolved?.includes('://'))).toEqual([]);
    expect(installed.filter(([, entry]) => !entry.integrity && !entry.link)).toEqual([]);
  });

  test.each([
    ['1.2.3', '1.2.3'],
    ['1.2.3-beta.1', '1.2.3-beta.1'],
    ['npm:@a/b@1.2.3', '1.2.3'],
    ['^1.2.3', undefined],
    ['1.2', undefined],
    ['*', undefined],
    ['latest', undefined],
    ['npm:@a/b@^1.2.3', undefined],
    ['git+https://example.org/a.git', undefined],
  ])('%s is exact: %s', (range, version) => {
    expect(exactVersion(range)).toBe(version);
  });
});

test('what the program imports at run time is not a development dependency', () => {
  const shipped = { ...manifest.dependencies, ...manifest.optionalDependencies };
  expect(runTimeImports().filter(({ name }) => !(name in shipped))).toEqual([]);
});

test('what is shipped is what the program imports at run time', () => {
  const imported = new Set(runTimeImports().map(({ name }) => name));
  expect(Object.keys(manifest.dependencies).filter((name) => !imported.has(name))).toEqual([]);
});

/** Lists the packages that the server and the application load, and where. */
function runTimeImports(): { readonly path: string; readonly name: string }[] {
  return [...codeFiles(/^src-server\//)].flatMap(([path, source]) =>
    [
      ...source.matchAll(
        /^(?:import (?!type\b)|export [{*])[^;'"]*'([^'.][^']*)';|\bimport\('([^'.][^']*)'/gm,
      ),
    ]
      .map(([, named, loaded]) => named ?? loaded ?? '')
      .filter((specifier) => !specifier.startsWith('node:'))
      .map((specifier) => ({ path, name: packageOf(specifier) })),
  );
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
}

/** The one version that a dependency allows; undefined for a range, a tag or an address. */
function exactVersion(range: string): string | undefined {
  return /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?(\d+\.\d+\.\d+(?:-[\w.-]+)?)$/.exec(range)?.[1];
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

test('no command but serve loads Express, a fourth of its start', () => {
  const sources = codeFiles(/^src-server\//);
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const [, name = ''] of sources.get(path)?.matchAll(/^import (?!type\b)[^;]*?'([^']+)';/gm) ?? [])
      visit(name.startsWith('.') ? posix.join(posix.dirname(path), name) : name);
  };
  for (const path of sources.keys()) if (/\/commands\/(?!serve\/)/.test(path)) visit(path);
  expect([...seen]).toEqual(expect.arrayContaining(['src-server/core.ts', 'better-sqlite3', 'zod']));
  expect([...seen]).not.toContain('express');
});
