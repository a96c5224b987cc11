import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMO_SEED, DEMO_TOKEN } from '../demo-seed.ts';
import { newFile, newFolder, run, runDoctor, serveInTest } from '../processes.ts';

const RECOVERY_HINT = /delete the environment variables of all projects and add them again/;

async function seeded(): Promise<string> {
  const folder = newFolder();
  expect((await run(folder, 'seed', newFile(DEMO_SEED), '--keychain', 'off')).code).toBe(0);
  return folder;
}

/** Returns what doctor reports about the data key. */
async function dataKeyLine(folder: string): Promise<string | undefined> {
  const { stdout } = await runDoctor(folder);
  return stdout.split('\n').find((line) => line.includes(' Data key '));
}

/** Returns calls for the environment variables of the only project. */
function variablesOf(url: string) {
  const call = (method: string, rest = '', body?: object) =>
    fetch(`${url}/api/v3/projects/demo/environmentvariables/${rest}`, {
      method,
      headers: { authorization: `Token ${DEMO_TOKEN}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    add: (name: string) => call('POST', '', { name, value: '1' }),
    async removeAll() {
      const { results } = (await (await call('GET')).json()) as { results: { pk: number }[] };
      for (const { pk } of results) expect((await call('DELETE', `${pk}/`)).status).toBe(204);
    },
  };
}

test('a folder without its data key works again once the encrypted values are deleted', async () => {
  const folder = await seeded();
  rmSync(join(folder, 'vault.json'));
  expect(await dataKeyLine(folder)).toMatch(RECOVERY_HINT);
  const lectern = await serveInTest(['--data', folder, '--quiet']);
  const variables = variablesOf(lectern.url);
  const refused = await variables.add('NEW');
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual({ detail: expect.stringMatching(RECOVERY_HINT) });
  await variables.removeAll();
  expect(await dataKeyLine(folder)).toContain('✓');
  expect(existsSync(join(folder, 'vault.json'))).toBe(false);
  expect((await variables.add('NEW')).status).toBe(201);
  expect(await dataKeyLine(folder)).toMatch(/^✓ .*available, in the file/);
  const { stderr } = await lectern.stop();
  expect(stderr).toMatch(/^Warning: .*no longer has the data key/m);
  expect(stderr).toMatch(RECOVERY_HINT);

  const again = await serveInTest(['--data', folder, '--quiet']);
  expect((await variablesOf(again.url).add('NEXT')).status).toBe(201);
  expect((await again.stop()).stderr).toBe('');
});

test('a damaged private file stays unchanged until it is moved away', async () => {
  const folder = await seeded();
  const file = join(folder, 'vault.json');
  writeFileSync(file, '{');
  const lectern = await serveInTest(['--data', folder, '--quiet']);
  const variables = variablesOf(lectern.url);
  expect((await variables.add('NEW')).status).toBe(503);
  await variables.removeAll();
  const refused = await variables.add('NEW');
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual({ detail: expect.stringMatching(/is damaged.*move it away/) });
  rmSync(file);
  expect((await variables.add('NEW')).status).toBe(201);
  expect((await lectern.stop()).stderr).toMatch(/^Warning: .*is damaged/m);
});
