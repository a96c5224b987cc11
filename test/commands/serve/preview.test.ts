import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../../src-server/cli.ts';
import type { PreviewLine } from '../../../src-server/model/previews/preview-call.ts';
import { scratchFolder } from '../../builder/git/git-repository.ts';
import { folderWith, operator, previewServer, writeFiles } from '../../builder/preview/preview-fixture.ts';
import { commandsConfig, eventually, readPage } from '../../support/program/build-server.ts';
import { processesBelow } from '../../support/program/processes-below.ts';

const COPY = commandsConfig('"mkdir -p $READTHEDOCS_OUTPUT/html && cp index.html $READTHEDOCS_OUTPUT/html/"');

/** Runs `preview` in this process; `interrupt` is Ctrl+C. */
function startPreview(folder: string, data: string) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  let [written, errors] = ['', ''];
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    written += chunk;
  });
  stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  const signals: (() => void)[] = [];
  const on = (_: NodeJS.Signals, listener: () => void) => signals.push(listener);
  const options = ['--data', data, '--port', '0', '--keychain', 'off', '--build-with', 'installed', '--json'];
  const code = runCommandLine(['preview', folder, ...options], { stdout, stderr, on, exit: () => {} });
  const lines = () =>
    written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as PreviewLine);
  return {
    code,
    errors: () => errors,
    interrupt: () => {
      for (const signal of signals) signal();
    },
    until: (event: PreviewLine['event'], count = 1) =>
      eventually(
        () => lines().filter((line) => line.event === event),
        (found) => found.length >= count,
        () => `${written}${errors}`,
      ),
  };
}

test('preview prints the address and each result, and Ctrl+C leaves no process', async () => {
  const data = join(scratchFolder(), 'data');
  const folder = folderWith({ '.readthedocs.yaml': COPY, 'index.html': 'one' });
  const preview = startPreview(folder, data);
  const [started] = await preview.until('started');
  expect(started).toMatchObject({
    folder,
    url: expect.stringMatching(/--preview\.localhost:\d+\/en\/preview\/$/),
  });
  await preview.until('built');
  const url = new URL((started as { url: string }).url);
  const page = await readPage(`http://127.0.0.1:${url.port}`, url.hostname, url.pathname);
  expect(page.text).toContain('one');
  writeFiles(folder, { '.readthedocs.yaml': 'version: 2\nbuild: [\n' });
  const [failed] = await preview.until('failed');
  expect(failed).toMatchObject({ problems: [{ file: '.readthedocs.yaml', severity: 'error' }] });
  preview.interrupt();
  expect(await preview.code).toBe(0);
  expect(processesBelow(data)).toEqual([]);
});

test('preview runs in the Lectern that has the data folder open, and ends there with the command', async () => {
  const server = await previewServer();
  const folder = folderWith({ '.readthedocs.yaml': COPY, 'index.html': 'one' });
  const preview = startPreview(folder, server.folder?.root ?? '');
  await preview.until('built');
  expect(server.services.previews.list(operator)).toMatchObject([{ folder, state: 'ready' }]);
  preview.interrupt();
  expect(await preview.code).toBe(0);
  await eventually(
    () => server.services.previews.list(operator),
    (previews) => previews.length === 0,
  );
  const refused = startPreview('/no/such/folder', server.folder?.root ?? '');
  expect(await refused.code).not.toBe(0);
  expect(refused.errors()).toContain('There is no folder /no/such/folder.');
});

test('the door for previews takes no web page and nobody without the secret', async () => {
  const { url } = await previewServer();
  const call = (headers: Record<string, string>) =>
    fetch(`${url}/-/preview`, { method: 'POST', headers, body: '{"folder":"/"}' });
  expect((await call({})).status).toBe(401);
  expect((await call({ authorization: 'Key wrong' })).status).toBe(401);
  expect((await call({ origin: url })).status).toBe(403);
});
