import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { commandsConfig, eventually } from '../../support/program/build-server.ts';
import { processesBelow } from '../../support/program/processes-below.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository } from '../git/git-repository.ts';
import { folderWith, operator, previewServer, SPHINX, writeFiles } from './preview-fixture.ts';

const SAVES = 1000;
const MINUTE_MS = 60_000;

test.skipIf(!hasProgram('sphinx-build'))(
  '1,000 saves in a minute end on the last one, are shown meanwhile, and leave no process',
  async () => {
    const folder = folderWith(SPHINX);
    const server = await previewServer();
    const { id } = await server.preview(folder);
    const first = await server.until(id, ({ state }) => state === 'ready');
    const begin = Date.now();
    for (let save = 1; save <= SAVES; save += 1) {
      const text = `${SPHINX['docs/index.rst']}\nSave ${save}.\n\nSee :doc:\`tides\`.\n`;
      writeFileSync(join(folder, 'docs/index.rst'), text);
      writeFileSync(join(folder, 'docs/tides.rst'), `Tides ${save}\n${'='.repeat(12)}\n\nHigh water.\n`);
      await pause(Math.max(0, begin + (save * MINUTE_MS) / SAVES - Date.now()));
    }
    const during = server.now(id).revision;
    // A stream of saves keeps no page from being shown.
    expect(during).toBeGreaterThan(first.revision + 2);
    await eventually(
      () => server.page(first),
      ({ text }) => text.includes(`Save ${SAVES}.`),
    );
    const last = await server.until(id, ({ state }) => state === 'ready');
    expect(last.problems).toEqual([]);
    // What a page takes from another one is of the last save too, though builds were cut off at any point.
    expect((await server.page(last)).text).toContain(`Tides ${SAVES}`);
    expect((await server.page(last, 'tides.html')).text).toContain(`Tides ${SAVES}`);
    await server.services.previews.stop(operator, id);
    expect(processesBelow(server.folder?.root ?? '')).toEqual([]);
  },
);

test('a folder with too many files says so, and is built once git ignores them', async () => {
  const { folder } = gitRepository();
  const copy = '"mkdir -p $READTHEDOCS_OUTPUT/html && cp index.html $READTHEDOCS_OUTPUT/html/"';
  writeFiles(folder, { '.readthedocs.yaml': commandsConfig(copy), 'index.html': 'few' });
  mkdirSync(join(folder, 'many'));
  for (let file = 0; file <= 50_000; file += 1) writeFileSync(join(folder, 'many', String(file)), '');
  const server = await previewServer();
  const { id } = await server.preview(folder);
  const failed = await server.until(id, ({ state }) => state === 'failed');
  expect(failed.error).toMatch(/has 50,\d\d\d files or more/);
  writeFiles(folder, { '.gitignore': 'many\n' });
  await server.until(id, ({ state }) => state === 'ready');
});
