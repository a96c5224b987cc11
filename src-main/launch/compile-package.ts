// npm pack: compiles the core to JavaScript in lib/, since Node strips no types below node_modules.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const compiled = join(root, 'out/package');
const lib = join(root, 'lib');
/** The built-in kits: files of any kind. */
const KITS = 'src-server/services/kits/built-in';

rmSync(compiled, { recursive: true, force: true });
rmSync(lib, { recursive: true, force: true });
// What is packed was checked by `npm run check`.
compile(globSync('src-server/**/*.ts', { cwd: root }).sort(), '--noCheck');
// Only the types of `lectern/testing` are for others.
compile(['src-server/testing/testing.ts'], '--declaration', '--emitDeclarationOnly');
renameSync(join(compiled, 'src-server'), lib);
rmSync(compiled, { recursive: true, force: true });
for (const file of globSync('src-server/**/*.{sql,json,md,yaml}', { cwd: root })) {
  const target = join(lib, file.slice('src-server/'.length));
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, file), target);
}
cpSync(join(root, KITS), join(lib, KITS.slice('src-server/'.length)), { recursive: true });
// The compiler leaves the names of files in types as they are written.
for (const file of globSync('testing/*.d.ts', { cwd: lib })) {
  const path = join(lib, file);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}

function compile(entries: readonly string[], ...options: readonly string[]): void {
  const { status } = spawnSync(
    process.execPath,
    [
      ...[join(root, 'node_modules/typescript/bin/tsc'), '--ignoreConfig', '--outDir', compiled],
      ...[
        '--rootDir',
        root,
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--lib',
        'es2024,dom,dom.iterable',
      ],
      ...['--types', 'node', '--strict', '--skipLibCheck', '--rewriteRelativeImportExtensions'],
      ...['--verbatimModuleSyntax', '--resolveJsonModule', ...options, ...entries],
    ],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) process.exit(status ?? 1);
}
