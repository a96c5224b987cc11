import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/program/run-command.ts';
import { newFolder, parseOutput } from '../processes.ts';

type Report = { ok: boolean; checks: readonly { name: string; state: string; text: string }[] };

const NO_SANDBOX =
  process.platform === 'linux'
    ? 'builds can read all that you can: bubblewrap is not installed (the package "bubblewrap")'
    : 'builds can read all that you can: a sandbox for builds exists only on Linux';
const OFF = ['--keychain', 'off'];

/** Returns what doctor reports for each program with PATH set to this folder; expects no problems. */
async function programsOn(path: string): Promise<Record<string, string>> {
  const line = ['doctor', '--json', '--port', '0', '--data', newFolder(), ...OFF];
  const { ok, checks } = parseOutput(await runCommand(line, { env: { PATH: path } })) as Report;
  expect(ok).toBe(true);
  const warnings = checks.filter(({ state }) => state === 'warning');
  return Object.fromEntries(warnings.map(({ name, text }) => [name, text]));
}

test('names missing programs without reporting a problem', async () => {
  expect(await programsOn(newFolder())).toEqual({
    git: 'not found',
    Python: 'not found',
    uv: 'not found',
    Sphinx: 'not found',
    MkDocs: 'not found',
    LaTeX: 'not found',
    Sandbox: NO_SANDBOX,
  });
});

// A file without execute permission counts as missing; a program that fails does not.
test.skipIf(process.platform === 'win32')(
  'names programs that may not be executed, and programs that fail',
  async () => {
    const path = newFolder();
    for (const folder of ['git', 'mkdocs']) mkdirSync(join(path, folder), { recursive: true });
    writeFileSync(join(path, 'sphinx-build'), '', { mode: 0o600 });
    writeFileSync(join(path, 'latexmk'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    expect(await programsOn(path)).toEqual({
      git: 'not found',
      Python: 'not found',
      uv: 'not found',
      Sphinx: 'not found',
      MkDocs: 'not found',
      LaTeX: `does not work (${join(path, 'latexmk')})`,
      Sandbox: NO_SANDBOX,
    });
  },
);

test.skipIf(process.platform === 'win32')('a machine that cannot build is reported', async () => {
  const path = newFolder();
  mkdirSync(path);
  const line = ['doctor', '--port', '0', '--data', newFolder(), ...OFF];
  const without = await runCommand(line, { env: { PATH: path } });
  expect(without.code).toBe(0);
  expect(without.stdout).toMatch(/^! git .*not found\. No build can run without it\. Install git/m);
  expect(without.stdout).toMatch(
    /^! Python .*not found\. No build with Sphinx or MkDocs can run without it\. Install Python/m,
  );
  expect(without.stdout).toMatch(
    /\nNo problems with Lectern itself, but builds cannot run without git and Python\.\n$/,
  );
  for (const name of ['git', 'python3'])
    writeFileSync(join(path, name), '#!/bin/sh\necho 3.11.2\n', { mode: 0o755 });
  expect((await runCommand(line, { env: { PATH: path } })).stdout).toMatch(/\nNo problems found\.\n$/);
});
