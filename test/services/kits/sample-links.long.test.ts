import { expect, test } from 'vitest';
import { hasProgram } from '../../support/runner/programs.ts';
import { serveSample } from './walk-sample.ts';

test.skipIf(!hasProgram('sphinx-build') || !hasProgram('mkdocs') || !hasProgram('git'))(
  'a Sphinx and a MkDocs project of the sample build with the tools installed here, and nothing that it offers is missing',
  async () => {
    const sample = await serveSample(['tidewater-plugins', 'tidewater-charts']);
    expect(await sample.build('tidewater-plugins', 'latest')).toMatchObject({ success: true });
    expect(await sample.build('tidewater-charts', 'latest')).toMatchObject({ success: true });
    const { broken, followed } = await sample.walk();
    expect(broken).toEqual([]);
    expect(followed).toBeGreaterThan(150);
  },
);
