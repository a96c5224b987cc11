import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { buildIfStale } from '../../src-main/launch/launch-build.ts';
import { testEnvironment } from '../support/program/lectern-process.ts';
import { folderDigest } from '../support/workspaces/folder-digest.ts';

const KITS = 'src-server/services/kits/built-in';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
// npm run test:faults sets LECTERN_FAULTS=long. Otherwise the window that was built for the other tests is packed.
const LONG = process.env.LECTERN_FAULTS === 'long';
const COMPILE = 'node src-main/launch/compile-package.ts';

test('the packed package works where it is installed: tests, types, and the window', async () => {
  const place = mkdtempSync(join(tmpdir(), 'lectern-package-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const run = (cwd: string, command: string, ...args: readonly string[]) =>
    execFileSync(command, args, { cwd, encoding: 'utf8', env: testEnvironment() });
  const sources = copySources(join(place, 'sources'));
  if (!LONG) await takeBuiltWindow(sources);
  run(sources, 'npm', 'pack', '--pack-destination', place);
  const [tarball = ''] = globSync('lectern-*.tgz', { cwd: place });
  const app = join(place, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{"type":"module"}');
  run(app, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', join(place, tarball));

  expect(brokenLinks(join(app, 'node_modules/lectern'))).toEqual([]);

  // Kits hold files of any kind, which packing leaves out unless told otherwise.
  const [kits, packed] = [join(ROOT, KITS), join(app, 'node_modules/lectern/lib/built-in')];
  expect(folderDigest(packed)).toEqual(folderDigest(kits));
  // Its files are those that kit-check.test.ts checks, so that one kit shows that the program finds them.
  for (const kit of LONG ? readdirSync(kits) : ['first-steps'])
    expect(run(app, 'npx', '--no-install', 'lectern', 'kit', 'check', kit)).toContain(
      `${kit} has no faults.`,
    );

  // The suite of the made-up client, with the package as it is installed.
  cpSync(join(ROOT, 'docs/examples/client-tests'), join(app, 'client-tests'), { recursive: true });
  const report = run(app, 'node', '--test', '--test-reporter=tap', 'client-tests/redirects-client.test.mjs');
  expect(report).toContain('# pass 50\n');

  writeFileSync(
    join(app, 'types.ts'),
    `import { startLectern, type TestLectern } from 'lectern/testing';
     const lectern: TestLectern = await startLectern({ users: ['alice'] });
     const id: number | null = (await lectern.reset()).request;
     export { id };`,
  );
  const options = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: [] };
  writeFileSync(
    join(app, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['types.ts'] }),
  );
  run(app, process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', app);

  const gui = spawn(
    'npx',
    ['--no-install', 'lectern', 'serve', '--gui', '--memory', '--json', '--port', '0', '--end-with-stdin'],
    { cwd: app, env: testEnvironment(), stdio: ['pipe', 'pipe', 'ignore'] },
  );
  onTestFinished(() => void gui.kill());
  const [line] = (await once(createInterface({ input: gui.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(url + script)).headers.get('content-type')).toMatch(/javascript/);
  gui.stdin.end();
  await once(gui, 'exit');
});

/** Returns the links of the texts of a package that lead to no file in it. */
function brokenLinks(folder: string): string[] {
  const texts = ['README.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: folder })];
  return texts.flatMap((text) =>
    [...readFileSync(join(folder, text), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)]
      .map(([, path = '']) => join(dirname(text), path))
      .filter((path) => !existsSync(join(folder, path))),
  );
}

/** Copies the sources, since packing builds the window again, which other tests use meanwhile. Returns the folder. */
function copySources(folder: string): string {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of files) if (file !== '') cpSync(join(ROOT, file), join(folder, file));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Lets packing take the window as it is built, which takes longer than all else of it. */
async function takeBuiltWindow(folder: string): Promise<void> {
  expect(await buildIfStale(ROOT, process.env)).toBeUndefined();
  cpSync(join(ROOT, 'out/renderer'), join(folder, 'out/renderer'), { recursive: true });
  const file = join(folder, 'package.json');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(`"prepack": "electron-vite build && ${COMPILE}"`);
  writeFileSync(file, text.replace(`electron-vite build && ${COMPILE}`, COMPILE));
}
