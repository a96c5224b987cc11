import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from './repository.ts';

// The real bin.mjs in a checkout of its own, with a command line that says what it was given.
const CLI = `
export async function main(argv: string[]): Promise<void> {
  process.on('SIGTERM', () => process.exit(42));
  console.log(JSON.stringify({ argv, node: process.versions.node }));
  if (argv[0] === 'exit') process.exit(Number(argv[1]));
  if (argv[0] === 'wait') setInterval(() => {}, 1000);
}`;

/** Makes the first Node of a start believe that it is an old one; the one it starts in turn is what it is. */
const FAKE_NODE = `
process.execArgv.length = 0;
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
const OLD = ['--import', `data:text/javascript,${encodeURIComponent(FAKE_NODE)}`];

let root: string;
let bin: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-bin-'));
  bin = join(root, 'src-server', 'bin.mjs');
  mkdirSync(join(root, 'src-server'));
  mkdirSync(join(root, 'node_modules'));
  cpSync(join(ROOT, 'src-server', 'bin.mjs'), bin);
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'src-server', 'cli.ts'), CLI);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function bringNode(target = process.execPath): void {
  mkdirSync(join(root, 'node_modules', '.bin'));
  symlinkSync(target, join(root, 'node_modules', '.bin', 'node'));
}

const start = (...args: readonly string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });

async function firstLine(child: ChildProcessWithoutNullStreams): Promise<unknown> {
  for await (const chunk of child.stdout) return JSON.parse(String(chunk));
  return undefined;
}

describe('on the right Node', () => {
  test('passes the arguments to the command line', () => {
    const { stdout, stderr, status } = start(bin, 'serve', '--port', '0');
    expect(JSON.parse(stdout)).toMatchObject({ argv: ['serve', '--port', '0'] });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  });

  test('compiled code is kept for the next start', () => {
    start(bin);
    expect(readdirSync(join(root, 'node_modules', '.cache', 'lectern'))).not.toEqual([]);
  });

  test('starts even when its cache cannot be written', () => {
    writeFileSync(join(root, 'node_modules', '.cache'), 'a file, so that no folder can be made');
    expect(start(bin, 'exit', '0')).toMatchObject({ status: 0, stderr: '' });
  });

  test('a missing package is explained', () => {
    writeFileSync(join(root, 'src-server', 'cli.ts'), `import 'no-such-package';\n${CLI}`);
    const { stderr, status } = start(bin);
    expect(stderr).toContain(`Run "npm ci" in ${root}`);
    expect(stderr).not.toContain('    at ');
    expect(status).toBe(1);
  });

  test('any other error is left as it is', () => {
    writeFileSync(join(root, 'src-server', 'cli.ts'), `throw new Error('broken for a reason');`);
    expect(start(bin)).toMatchObject({ status: 1, stderr: expect.stringContaining('broken for a reason') });
  });
});

describe('on an old Node', () => {
  test('explains what to do when the install has no newer Node', () => {
    const { stdout, stderr, status } = start(...OLD, bin, 'serve');
    expect(stderr).toContain('Lectern needs Node 24 or newer; this is Node 20.20.2.');
    expect(stderr).toContain(`Run "npm ci" in ${root}`);
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  });

  test('explains it too when the Node of the install cannot be run', () => {
    bringNode(join(root, 'nowhere'));
    expect(start(...OLD, bin)).toMatchObject({ status: 1, stdout: '' });
  });

  test('continues silently on the Node of the install, with the same arguments and exit code', () => {
    bringNode();
    const { stdout, stderr, status } = start(...OLD, bin, 'exit', '7');
    expect(JSON.parse(stdout)).toEqual({ argv: ['exit', '7'], node: process.versions.node });
    expect({ stderr, status }).toEqual({ stderr: '', status: 7 });
  });

  test('passes signals on and ends as the started Node ends', async () => {
    bringNode();
    const child = spawn(process.execPath, [...OLD, bin, 'wait']);
    const exited = once(child, 'exit');
    expect(await firstLine(child)).toMatchObject({ argv: ['wait'] });
    child.kill('SIGTERM');
    expect(await exited).toEqual([42, null]);
  });
});
