import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { controlRoutes } from '../../src-server/api/control/control.ts';
import { writeKit } from '../services/kits/broken-kits.ts';
import { runCommand } from '../support/program/run-command.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../docs/handbook/pages/${path}`, import.meta.url), 'utf8');
}

/** Returns the examples of docs/handbook/pages/kits.md by the file that each is to be written to. */
function examplesOfKits(): Record<string, string> {
  const examples = read('kits.md').matchAll(/^### `([^`]+)`\n\n(`{3,})\w+\n([\s\S]*?)^\2$/gm);
  return Object.fromEntries([...examples].map(([, path = '', , text = '']) => [path, text]));
}

test('the examples of docs/handbook/pages/kits.md are a kit without faults', async () => {
  const files = examplesOfKits();
  expect(Object.keys(files)).toEqual([
    'kit.yaml',
    'seed.json',
    'builds/warns.yaml',
    'faults/busy.yaml',
    'faults/limit.yaml',
    'lessons/01-activate.md',
  ]);
  expect(await runCommand(['kit', 'check', writeKit(files)])).toMatchObject({ code: 0, stderr: '' });
});

test('the table of control in docs/handbook/pages/commands.md has each of its routes', () => {
  const [, section = ''] = read('commands.md').split('### Control\n');
  const [table = ''] = section.split('\n## ');
  const routes = controlRoutes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, upper)}`);
  const documented = [...table.matchAll(/`((?:GET|POST|PUT|DELETE) [^`? ]+)/g)].map(([, route]) => route);
  expect(documented).toEqual(expect.arrayContaining(routes));
});

function upper(_: string, name: string): string {
  return name.toUpperCase();
}
