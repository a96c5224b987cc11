import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '../../../src-server/cli.ts';
import { previewThere } from '../../../src-server/commands/serve/preview-there.ts';
import type { PreviewLine } from '../../../src-server/model/previews/preview-call.ts';
import { followPreview } from '../../../src-server/services/previews/follow-preview.ts';
import { scratchFolder } from '../../builder/git/git-repository.ts';
import { folderWith, operator, previewServer, writeFiles } from '../../builder/preview/preview-fixture.ts';
import { commandsConfig, eventually, readPage } from '../../support/program/build-server.ts';
import { spawnLectern, startLectern } from '../../support/program/lectern-process.ts';
import { processesBelow } from '../../support/program/processes-below.ts';

const COPY = commandsConfig('"mkdir -p $READTHEDOCS_OUTPUT/html && cp index.html $READTHEDOCS_OUTPUT/html/"');

/** Runs `preview` in this process; `interrupt` is Ctrl+C. */
function startPreview(folder: string, data: string, isJson = true) {
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
  const options = ['--data', data, '--port', '0', '--keychain', 'off', '--build-with', 'installed'];
  const json = isJson ? ['--json'] : [];
  const code = runCommandLine(['preview', folder, ...options, ...json], {
    stdout,
    stderr,
    on,
    exit: () => {},
  });
  const lines = () =>
    written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as PreviewLine);
  return {
    code,
    errors: () => errors,
    untilWritten: (text: string) =>
      eventually(
        () => written,
        (all) => all.includes(text),
      ),
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
  expect(failed).toMatchObject({
    problems: [{ file: '.readthedocs.yaml', severity: 'error' }],
    ...{ hasPages: true, output: [] },
  });
  preview.interrupt();
  expect(await preview.code).toBe(0);
  expect(processesBelow(data)).toEqual([]);
});

test('a failed preview shows the end of its output, and says which pages are shown', async () => {
  const failing = (count: number) => commandsConfig(`'seq ${count}; echo "No luck here"; exit 3'`);
  const folder = folderWith({ '.readthedocs.yaml': failing(1) });
  const preview = startPreview(folder, join(scratchFolder(), 'data'), false);
  expect(await preview.untilWritten('Failed\n')).toMatch(
    /\nThe end of the output:\n(?: {2}.*\n)* {2}1\n {2}No luck here\nFailed\n$/,
  );
  writeFiles(folder, { '.readthedocs.yaml': COPY, 'index.html': 'one' });
  await preview.untilWritten('Built in ');
  writeFiles(folder, { '.readthedocs.yaml': failing(40) });
  const text = await preview.untilWritten('still shown.\n');
  expect(text).toMatch(
    /Built in .* s\nThe end of the output:\n {2}27\n(?: {2}\d+\n){13} {2}No luck here\nFailed\nThe pages of the last good build are still shown\.\n$/,
  );
  preview.interrupt();
  expect(await preview.code).toBe(0);
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

test('preview survives pauses, and starts once more in a Lectern that no longer has it', async () => {
  const data = join(scratchFolder(), 'data');
  const folder = folderWith({ '.readthedocs.yaml': COPY, 'index.html': 'one' });
  const first = await startLectern(['--data', data], { builds: true });
  onTestFinished(() => void first.kill());
  const options = ['--data', data, '--keychain', 'off', '--build-with', 'installed', '--json'];
  const command = spawnLectern(['preview', folder, ...options]);
  onTestFinished(() => void command.kill());
  const count = (text: RegExp) => [...JSON.stringify(command.output()).matchAll(text)].length;
  const until = (text: RegExp, times: number) =>
    eventually(
      () => count(text),
      (found) => found >= times,
      () => JSON.stringify(command.output()),
    );
  const [STARTED, BUILT] = [/event\W+started/g, /event\W+built/g];
  const LOST = /Lectern does not answer at http\S+ Waiting for it/g;
  await until(BUILT, 1);
  for (const { child } of [first, command]) child.kill('SIGSTOP');
  for (const { child } of [first, command]) child.kill('SIGCONT');
  writeFiles(folder, { 'index.html': 'two' });
  await until(BUILT, 2);
  expect(count(LOST)).toBe(0);

  command.child.kill('SIGSTOP');
  await first.kill();
  command.child.kill('SIGCONT');
  await until(LOST, 1);
  const second = await startLectern(['--data', data], { builds: true });
  onTestFinished(() => void second.kill());
  await until(STARTED, 2);
  await until(BUILT, 3);
  expect(count(/Lectern answers again\./g)).toBe(1);
  // It waits for a server that is paused, whatever is saved meanwhile.
  second.child.kill('SIGSTOP');
  writeFiles(folder, { 'index.html': 'three' });
  second.child.kill('SIGCONT');
  await until(BUILT, 4);
  expect(await command.stop('SIGINT')).toMatchObject({ code: 0 });
  expect(count(LOST)).toBe(1);
});

test('preview gives up a Lectern that is silent for long, and says what to do', async () => {
  const lines: string[] = [];
  const given = { call: { folder: '/' }, tell: () => {}, log: (line: string) => lines.push(line) };
  const door = () => ({ url: 'http://127.0.0.1:1', secret: '' });
  const { signal } = new AbortController();
  await expect(previewThere({ ...given, door, signal, second: 1 })).rejects.toThrow(
    'Lectern does not answer at http://127.0.0.1:1 any more. Run this command again',
  );
  expect(lines).toEqual(['Lectern does not answer at http://127.0.0.1:1. Waiting for it…']);
});

test('a command that calls again takes its preview over from its lost connection', async () => {
  const { services } = await previewServer();
  const folder = folderWith({ '.readthedocs.yaml': COPY, 'index.html': 'one' });
  const follow = () => {
    const lost = new AbortController();
    const events: string[] = [];
    const tell = ({ event }: PreviewLine) => events.push(event);
    const ended = followPreview(services, operator, { folder, buildTools: 'machine' }, tell, lost.signal);
    const until = (wanted: string) => eventually(() => events.includes(wanted), Boolean);
    return { end: () => lost.abort(), ended, events, until };
  };
  const first = follow();
  await first.until('started');
  const second = follow();
  await second.until('started');
  first.end();
  await first.ended;
  await second.until('built');
  second.end();
  await second.ended;
  expect(second.events).not.toContain('ended');
  expect(services.previews.list(operator)).toEqual([]);
});

test('the door for previews takes no web page and nobody without the secret', async () => {
  const { url } = await previewServer();
  const call = (headers: Record<string, string>) =>
    fetch(`${url}/-/preview`, { method: 'POST', headers, body: '{"folder":"/"}' });
  expect((await call({})).status).toBe(401);
  expect((await call({ authorization: 'Key wrong' })).status).toBe(401);
  expect((await call({ origin: url })).status).toBe(403);
});
