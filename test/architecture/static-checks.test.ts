import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './repository.ts';

/** Type checking everything may take its time on a busy machine. */
const TIMEOUT_MS = 300_000;

/** Runs a tool of node_modules on the Node that runs the tests; its exit code, and what it printed. */
function runTool(script: string, ...args: readonly string[]): { status: number | null; output: string } {
  const path = join(ROOT, 'node_modules', script);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, output: `${stdout}${stderr}` };
}

test('the types are sound', { timeout: TIMEOUT_MS }, () => {
  const { status, output } = runTool('typescript/bin/tsc', '--noEmit', '--pretty', 'false');
  expect(output).toBe('');
  expect(status).toBe(0);
});

test('Biome has nothing to say', { timeout: TIMEOUT_MS }, () => {
  const { status, output } = runTool(
    '@biomejs/biome/bin/biome',
    'ci',
    '--colors=off',
    '--error-on-warnings',
    '.',
  );
  expect(status, output).toBe(0);
});
