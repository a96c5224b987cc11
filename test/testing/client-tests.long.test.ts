import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testEnvironment } from '../support/program/lectern-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test("the example's 50 tests pass, each after a reset", () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      // The sources in place of the compiled package.
      '--conditions=lectern-source',
      ...['--test', '--test-reporter=tap', 'docs/examples/client-tests/redirects-client.test.mjs'],
    ],
    { cwd: ROOT, encoding: 'utf8', env: { ...testEnvironment(), NODE_TEST_CONTEXT: undefined } },
  );
  expect(stderr).toBe('');
  expect(stdout).toContain('# pass 50\n');
  expect(status).toBe(0);
});
