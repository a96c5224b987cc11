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
  readonly may: readonly string[];
  /** What it may import as types only. */
  readonly types?: readonly string[];
};

/** Who may import whom (architecture.md). A door or worker sees the store's types, and reaches its rows by a service. */
const RULES: Readonly<Record<string, Rule>> = {
  model: { may: [] },
  vault: { may: ['model'] },
  store: { may: ['model', 'vault'] },
  services: { may: ['model', 'vault', 'store'] },
  api: { may: ['api/v2', 'api/v3', ...CORE], types: ['store'] },
  'api/v2': { may: ['api', ...CORE], types: ['store'] },
  'api/v3': { may: ['api', ...CORE], types: ['store'] },
  desk: { may: CORE, types: ['store'] },
  hosting: { may: CORE, types: ['store'] },
  builder: { may: CORE, types: ['store'] },
  sync: { may: CORE, types: ['store'] },
  options: { may: ['model'] },
  lectern: { may: ['options', 'store', 'api', 'desk', 'hosting', 'builder', 'sync', 'gui', ...CORE] },
  commands: { may: HOST },
  gui: { may: ['model'] },
  recovery: { may: ['commands', ...HOST] },
  cli: { may: ['commands', ...HOST] },
  bin: { may: ['cli'] },
  'src-main': { may: ['lectern', 'options', 'recovery', 'gui', 'model'] },
  'src-renderer': { may: ['model'], types: ['desk', 'src-main'] },
};

/** Packages that only some places may import, types included. */
const PACKAGES: readonly { readonly name: RegExp; readonly only: RegExp; readonly why: string }[] = [
  { name: /^electron(\/|$)/, only: /^src-main\//, why: 'the core knows no Electron' },
  {
    name: /^(react|react-dom|zustand|@mantine\/.*|@tanstack\/react-query)(\/|$)/,
    only: /^src-renderer\//,
    why: 'only the renderer draws',
  },
  { name: /^better-sqlite3$/, only: /^src-server\/store\//, why: 'only the store knows SQLite' },
  { name: /^keytar(\/|$)/, only: /^src-server\/vault\//, why: 'only the vault knows the keychain' },
  {
    name: /^node:/,
    only: /^(?!src-renderer\/|src-server\/model\/)/,
    why: 'the renderer loads it, without Node',
  },
];

/** Every import that the plan forbids, each as `file:line: reason`. `files` maps a path from the root to its source. */
export function forbiddenImports(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([path, source]) =>
    importsOf(source).flatMap(({ specifier, typeOnly, line }) => {
      const reason = objection(path, specifier, typeOnly);
      return reason ? [`${path}:${line}: ${reason}`] : [];
    }),
  );
}

function objection(path: string, specifier: string, typeOnly: boolean): string | undefined {
  const from = areaOf(path);
  if (!from) return 'has no place in the plan of test/architecture/layers.ts';
  if (specifier === '') return 'a computed import cannot be checked';
  const target = resolveImport(path, specifier);
  if (!target) return packageObjection(path, specifier);
  if (target === 'package.json') return undefined;
  const to = areaOf(target);
  if (!to) return `${specifier} has no place in the plan of test/architecture/layers.ts`;
  const rule = RULES[from];
  if (from === to || rule?.may.includes(to) || (typeOnly && rule?.types?.includes(to))) return undefined;
  return `${from} may not import ${to}${rule?.types?.includes(to) ? ' except its types' : ''} (${specifier})`;
}

function packageObjection(path: string, specifier: string): string | undefined {
  const rule = PACKAGES.find(({ name, only }) => name.test(specifier) && !only.test(path));
  return rule && `may not import ${specifier}: ${rule.why}`;
}

function areaOf(path: string): string | undefined {
  const normal = posix.normalize(path);
  return AREAS.find(([, place]) => (place.endsWith('/') ? normal.startsWith(place) : normal === place))?.[0];
}
