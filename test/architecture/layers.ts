import { posix } from 'node:path';
import { importsOf, resolveImport } from './imports.ts';

/** The plan's parts, by the folder or file that holds them; the first that fits counts. */
const AREAS = [
  ['api/v2', 'src-server/api/v2/'],
  ['api/v3', 'src-server/api/v3/'],
  ...['model', 'vault', 'store', 'services', 'api', 'desk', 'hosting', 'builder', 'sync', 'commands'].map(
    (folder) => [folder, `src-server/${folder}/`] as const,
  ),
  ['gui', 'src-server/host/runtime/gui-files.ts'],
  ['lectern', 'src-server/lectern.ts'],
  ['lectern', 'src-server/host/runtime/'],
  ['options', 'src-server/options.ts'],
  ['recovery', 'src-server/host/recovery/'],
  ['cli', 'src-server/cli.ts'],
  ['bin', 'src-server/bin.mjs'],
  ['src-main', 'src-main/'],
  ['src-renderer', 'src-renderer/'],
] as const;

const CORE = ['model', 'vault', 'services'];
const HOST = ['lectern', 'options', 'store', ...CORE];

type Rule = {
  /** What it may import, beside itself. */
  readonly allowed: readonly string[];
  /** What it may import as types only. */
  readonly types?: readonly string[];
};

/** Who may import whom (architecture.md). A door or worker sees the store's types, and reaches its rows by a service. */
const RULES: Readonly<Record<string, Rule>> = {
  model: { allowed: [] },
  vault: { allowed: ['model'] },
  store: { allowed: ['model', 'vault'] },
  services: { allowed: ['model', 'vault', 'store'] },
  api: { allowed: ['api/v2', 'api/v3', ...CORE], types: ['store'] },
  'api/v2': { allowed: ['api', ...CORE], types: ['store'] },
  'api/v3': { allowed: ['api', ...CORE], types: ['store'] },
  desk: { allowed: CORE, types: ['store'] },
  hosting: { allowed: CORE, types: ['store'] },
  builder: { allowed: CORE, types: ['store'] },
  sync: { allowed: CORE, types: ['store'] },
  options: { allowed: ['model'] },
  lectern: { allowed: ['options', 'store', 'api', 'desk', 'hosting', 'builder', 'sync', 'gui', ...CORE] },
  commands: { allowed: HOST },
  gui: { allowed: ['model'] },
  recovery: { allowed: ['commands', ...HOST] },
  cli: { allowed: ['commands', ...HOST] },
  bin: { allowed: ['cli'] },
  'src-main': { allowed: ['lectern', 'options', 'recovery', 'gui', 'model'] },
  'src-renderer': { allowed: ['model'], types: ['desk', 'src-main'] },
};

/** Packages that only some places may import, types included. */
const PACKAGES: readonly { readonly name: RegExp; readonly only: RegExp; readonly reason: string }[] = [
  { name: /^electron(\/|$)/, only: /^src-main\//, reason: 'the core knows no Electron' },
  {
    name: /^(react|react-dom|zustand|@mantine\/.*|@tanstack\/react-query)(\/|$)/,
    only: /^src-renderer\//,
    reason: 'only the renderer draws',
  },
  { name: /^better-sqlite3$/, only: /^src-server\/store\//, reason: 'only the store knows SQLite' },
  { name: /^keytar(\/|$)/, only: /^src-server\/vault\//, reason: 'only the vault knows the keychain' },
  {
    name: /^node:/,
    only: /^(?!src-renderer\/|src-server\/model\/)/,
    reason: 'the renderer loads it, without Node',
  },
];

/** Every import that the plan forbids, each as `file:line: reason`. `files` maps a path from the root to its source. */
export function forbiddenImports(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([path, source]) =>
    importsOf(source).flatMap(({ specifier, typeOnly, line }) => {
      const reason = violationOf(path, specifier, typeOnly);
      return reason ? [`${path}:${line}: ${reason}`] : [];
    }),
  );
}

function violationOf(path: string, specifier: string, typeOnly: boolean): string | undefined {
  const from = areaOf(path);
  if (!from) return 'has no place in the plan of test/architecture/layers.ts';
  if (specifier === '') return 'a computed import cannot be checked';
  const target = resolveImport(path, specifier);
  if (!target) return packageViolationOf(path, specifier);
  if (target === 'package.json') return undefined;
  const to = areaOf(target);
  if (!to) return `${specifier} has no place in the plan of test/architecture/layers.ts`;
  const rule = RULES[from];
  if (from === to || rule?.allowed.includes(to) || (typeOnly && rule?.types?.includes(to))) return undefined;
  return `${from} may not import ${to}${rule?.types?.includes(to) ? ' except its types' : ''} (${specifier})`;
}

function packageViolationOf(path: string, specifier: string): string | undefined {
  const rule = PACKAGES.find(({ name, only }) => name.test(specifier) && !only.test(path));
  return rule && `may not import ${specifier}: ${rule.reason}`;
}

function areaOf(path: string): string | undefined {
  const normal = posix.normalize(path);
  return AREAS.find(([, place]) => (place.endsWith('/') ? normal.startsWith(place) : normal === place))?.[0];
}
