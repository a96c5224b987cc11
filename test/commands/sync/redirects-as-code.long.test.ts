import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PROGRAM, testEnvironment } from '../../support/program/lectern-process.ts';
import { documentedLines } from './documented-lines.ts';
import { redirectsOf, startOther } from './documented-other-side.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const EXAMPLE = join(ROOT, 'docs/examples/redirects-as-code');

test('redirects-as-code: check sends nothing, push makes the service equal to the files, and a second time changes nothing', async () => {
  const [serving] = documentedLines('docs/handbook/pages/sync.md');
  const other = await startOther(serving ?? { args: [] });
  const script = async (mode: string) => {
    const { stdout } = await promisify(execFile)('sh', [join(EXAMPLE, 'sync.sh'), mode], {
      cwd: ROOT,
      env: {
        ...testEnvironment(),
        ...{ SERVICE_URL: other.url, SERVICE_TOKEN: other.tokens.alice },
        LECTERN: `${process.execPath} ${PROGRAM}`,
      },
    });
    return stdout;
  };
  const before = await redirectsOf(other);
  expect(await script('check')).toContain('/guide/*');
  expect(await redirectsOf(other)).toEqual(before);

  const pushed = await script('push');
  expect(pushed.trimEnd().split('\n').slice(-3)).toEqual([
    expect.stringContaining('The redirects of lighthouse are already those of'),
    expect.stringContaining('The variables of lighthouse are already those of'),
    'Nothing is to be sent to live.',
  ]);
  const there = (await redirectsOf(other)).map(({ from_url, to_url }) => `${from_url} ${to_url}`);
  expect(there).toEqual([
    '/getting-started.html /tutorial/first-steps.html',
    '/guide/* /manual/:splat',
    '/docs/* /en/latest/:splat',
  ]);
});
