import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { scratchFolder } from '../../builder/git/git-repository.ts';
import { eventually } from '../../support/program/build-server.ts';
import { spawnLectern } from '../../support/program/lectern-process.ts';
import { runCommand } from '../../support/program/run-command.ts';

/** Sends kill -9 while a kit is loaded, `delay` ms after its repositories begin; the data is the old or the new one. */
export async function killWhileLoading(delay: number): Promise<'old' | 'new'> {
  const data = join(scratchFolder(), 'data');
  const args = [
    'serve',
    '--data',
    data,
    '--keychain',
    'off',
    '--kit',
    'first-steps',
    '--port',
    '0',
    '--no-builds',
  ];
  const lectern = spawnLectern(args);
  const repositories = join(data, 'repositories');
  await eventually(
    () => existsSync(repositories),
    (isThere) => isThere,
  );
  await new Promise((resolve) => setTimeout(resolve, delay));
  await lectern.kill();

  const { code, stdout } = await runCommand(['user', 'list', '--data', data, '--json']);
  expect(code).toBe(0);
  const isNew = stdout.includes('mira');
  const kits = readdirSync(repositories);
  expect(kits).toEqual(isNew ? ['first-steps'] : []);
  if (isNew) expect(existsSync(join(repositories, 'first-steps', '.unfinished'))).toBe(false);
  // What was cut off stands in the way of nothing.
  if (!isNew)
    expect(await runCommand(['kit', 'make', join(data, '../kit'), '--data', data])).toMatchObject({
      code: 0,
    });
  return isNew ? 'new' : 'old';
}
