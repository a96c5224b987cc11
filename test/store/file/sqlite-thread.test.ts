import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const REPORT = `import module from 'node:module'; import { parentPort } from 'node:worker_threads';
  parentPort.postMessage(module.getCompileCacheDir());`;

const PROGRAM = `import module from 'node:module';
  import { startSqliteThread } from ${JSON.stringify(import.meta.resolve('../../../src-server/store/file/sqlite-thread.ts'))};
  module.enableCompileCache(process.argv.at(-1));
  const code = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(REPORT)}));
  startSqliteThread(code, {}, (folder) => console.log(folder === module.getCompileCacheDir()));`;

test('a thread loads the compiled modules of its process instead of compiling them once more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, join(folder, 'compiled')],
    { env, encoding: 'utf8' },
  );
  expect(output).toBe('true\n');
});
