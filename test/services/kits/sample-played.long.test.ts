import { delimiter } from 'node:path';
import { expect, test, vi } from 'vitest';
import { programsFolder } from '../../builder/steps/run-test-build.ts';
import { readPage } from '../../support/program/build-server.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { serveSample } from './walk-sample.ts';

test.skipIf(!hasProgram('git'))(
  'without Sphinx and MkDocs its builds are played, and their pages open',
  async () => {
    vi.stubEnv('PATH', [programsFolder('git', 'sh', 'cat')].join(delimiter));
    const sample = await serveSample([]);
    expect(await sample.build('almanac', 'stable')).toMatchObject({ success: true });
    expect(await sample.build('tidewater', 'stable')).toMatchObject({ success: true });
    const page = await readPage(sample.url, 'almanac.localhost', '/en/stable/moon/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Springs follow full and new moon by two days.');
    expect((await sample.walk()).broken).toEqual([]);
  },
);
