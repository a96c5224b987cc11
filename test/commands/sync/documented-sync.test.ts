import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type LecternHere, runCommand } from '../../support/program/run-command.ts';
import { newFolder } from '../processes.ts';
import { type DocumentedLine, documentedLines } from './documented-lines.ts';
import { call, redirectsOf, startOther } from './documented-other-side.ts';

async function targetThere(other: LecternHere): Promise<string | undefined> {
  return (await redirectsOf(other)).find(({ from_url }) => from_url === '/getting-started.html')?.to_url;
}

function newScratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('every line of docs/handbook/pages/sync.md does what the page says, in its order', async () => {
  const [serving, ...lines] = documentedLines('docs/handbook/pages/sync.md');
  if (!serving) throw new Error('The page has no lines.');
  const other = await startOther(serving);
  const [data, scratch] = [newFolder(), newScratch()];
  const place = ['--data', data];
  let conflict = '';

  async function run({ args, typed, file, exitCode, text }: DocumentedLine): Promise<void> {
    const words = args.map((word) =>
      word === 'ID'
        ? conflict
        : word.replace('http://127.0.0.1:8643', other.url).replace(/^lighthouse\./, `${scratch}/lighthouse.`),
    );
    if (args[0] === 'apply') edit(words[1] ?? '', '/first-light.html', '/tutorial/first-light.html');
    const options = typed === 'THERE' ? { input: `${other.tokens.alice}\n` } : {};
    const keychain = args[0] === 'user' ? [] : ['--keychain', 'off'];
    const ended = await runCommand([...words, ...place, ...keychain], options);
    expect(ended, text).toMatchObject({ code: exitCode });
    if (file !== undefined) writeFileSync(join(scratch, file), ended.stdout);
    if (args[0] === 'conflicts') conflict = /^(\S+) {2}to_url/m.exec(ended.stdout)?.[1] ?? '';
  }

  for (const line of lines) {
    if (line.text.includes('pull other --full')) await changeBothSides();
    await run(line);
  }
  expect(await targetThere(other)).toBe('/mine.html');

  /** What the page speaks of before it: both sides change the target of a redirect. */
  async function changeBothSides(): Promise<void> {
    expect(await targetThere(other)).toBe('/tutorial/first-light.html');
    const redirect = (await redirectsOf(other)).find(({ from_url }) => from_url === '/getting-started.html');
    const body = { ...redirect, to_url: '/theirs.html' };
    await call(other, 'PUT', `redirects/${redirect?.pk}/`, body);
    const file = join(scratch, 'lighthouse.redirects.yaml');
    edit(file, '/tutorial/first-light.html', '/mine.html');
    const applied = await runCommand(['apply', file, ...place, '--keychain', 'off']);
    expect(applied).toMatchObject({ code: 0 });
  }
});

test('the lines of the README pull an account', async () => {
  const [serving] = documentedLines('docs/handbook/pages/sync.md');
  const other = await startOther(serving ?? { args: [] });
  const place = ['--data', newFolder(), '--keychain', 'off'];
  expect(await runCommand(['user', 'add', 'mira', ...place.slice(0, 2)])).toMatchObject({ code: 0 });
  const lines = documentedLines('README.md', '## Sync with the live service');
  expect(lines.map(({ args: [command] }) => command)).toEqual(['remote', 'pull', 'changes', 'push']);
  for (const { args, typed, text } of lines) {
    const words = args.map((word) => word.replace('https://app.readthedocs.org', other.url));
    const options = typed === 'SERVICE_TOKEN' ? { input: `${other.tokens.alice}\n` } : {};
    expect(await runCommand([...words, ...place], options), text).toMatchObject({ code: 0 });
  }
  expect((await runCommand(['remote', 'list', ...place])).stdout).toMatch(/^live .* 4 +↑0 !0$/m);
});

function edit(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}
