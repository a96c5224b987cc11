// npm pack: bundles the program into lib/, since Node strips no types below node_modules, and reads one file faster than
// seven hundred. `compile-package.ts FOLDER` makes a folder with the layout of the installed package instead, for tests.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { dataFiles, workerEntries } from './bundle-core.ts';

const root = join(import.meta.dirname, '../..');
const [folder] = process.argv.slice(2);
const place = folder === undefined ? root : resolve(folder);
const lib = join(place, 'lib');

if (folder !== undefined) layOut(place);
rmSync(lib, { recursive: true, force: true });
await bundle();
if (folder === undefined) writeTypes();

/** Puts what a package has beside lib/ in place; the window is the one that was built. */
function layOut(target: string): void {
  rmSync(target, { recursive: true, force: true });
  for (const file of ['package.json', 'src-server/bin.mjs']) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
  mkdirSync(join(target, 'out'));
  symlinkSync(join(root, 'out/renderer'), join(target, 'out/renderer'));
}

async function bundle(): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [dataFiles(root)],
    // Packages with programs of the machine cannot be bundled.
    ssr: { target: 'node', noExternal: true, external: ['better-sqlite3', 'keytar', 'node'] },
    build: {
      ssr: true,
      outDir: lib,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: {
          cli: join(root, 'src-server/cli.ts'),
          'testing/testing': join(root, 'src-server/testing/testing.ts'),
          ...workerEntries(root),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** Writes the types of `lectern/testing`, the only ones that are for others. */
function writeTypes(): void {
  const types = join(root, 'out/types');
  rmSync(types, { recursive: true, force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      ...[
        join(root, 'node_modules/typescript/bin/tsc'),
        '--ignoreConfig',
        '--outDir',
        types,
        '--rootDir',
        root,
      ],
      ...[
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--lib',
        'es2024,dom,dom.iterable',
        '--types',
        'node',
      ],
      ...['--strict', '--skipLibCheck', '--rewriteRelativeImportExtensions', '--verbatimModuleSyntax'],
      ...['--resolveJsonModule', '--declaration', '--emitDeclarationOnly', 'src-server/testing/testing.ts'],
    ],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) process.exit(status ?? 1);
  for (const file of globSync('**/*.d.ts', { cwd: join(types, 'src-server') })) {
    const target = join(lib, file);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(types, 'src-server', file), target);
    // The compiler leaves the names of files in types as they are written.
    writeFileSync(target, readFileSync(target, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
  rmSync(types, { recursive: true, force: true });
}
