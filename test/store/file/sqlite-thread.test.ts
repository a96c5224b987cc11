import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDataFolder } from '../../support/store/store-folder.ts';

const MODULE = new URL('../../../src-server/store/file/sqlite-thread.ts', import.meta.url).href;

const THREAD = `
  import { parentPort } from 'node:worker_threads';
  import { loadSqlite } from '${MODULE}';
  parentPort.postMessage('loading');
  loadSqlite();
`;

const PROCESS = `
  import { startSqliteThread } from '${MODULE}';
  const code = new URL('thread.mjs', import.meta.url);
  for (let thread = 0; thread < 30; thread++)
    await new Promise((ended) => {
      const { stop } = startSqliteThread(code, {}, () => {
        // Each a tenth of a millisecond later in the load than the one before.
        const start = performance.now();
        while (performance.now() - start < thread / 10);
        void stop().then(ended);
      });
    });
  console.log('still alive');
`;

test('a thread that is stopped while it loads SQLite takes nothing else with it', () => {
  const folder = makeDataFolder().root;
  writeFileSync(join(folder, 'thread.mjs'), THREAD);
  writeFileSync(join(folder, 'process.mjs'), PROCESS);
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'process.mjs')], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toBe('still alive\n');
});
