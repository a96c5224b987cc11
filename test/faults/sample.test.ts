import { expect, test } from 'vitest';
import { serveSample } from '../services/kits/walk-sample.ts';
import { hasProgram } from '../support/runner/programs.ts';

/** The active versions of the projects of the sample that build here. */
const BUILDABLE: Readonly<Record<string, readonly string[]>> = {
  tidewater: ['latest', 'stable', 'v2.4.1', 'v2.3.1', 'v2.2.1'],
  'tidewater-de': ['latest', 'stable', 'v2.4.0'],
  'tidewater-plugins': ['latest', 'stable', '0.3'],
  'tidewater-charts': ['latest', 'stable', '1.1', '1.0'],
  almanac: ['latest', 'stable', '2026', '2025', '2024'],
  'harbour-handbook': ['latest', 'stable', '2'],
  'hafen-handbuch': ['latest', 'stable', '2'],
  gunwale: ['latest', 'stable'],
  'leuchtfeuer-handbuch': ['latest', 'stable'],
  marlinspike: ['latest'],
};

test.skipIf(!hasProgram('sphinx-build') || !hasProgram('mkdocs') || !hasProgram('git'))(
  'every project of the sample that says so builds here in all active versions, and no link of it leads nowhere',
  async () => {
    const sample = await serveSample(Object.keys(BUILDABLE));
    const failed: string[] = [];
    for (const [project, versions] of Object.entries(BUILDABLE)) {
      const active = (await sample.get(`/api/v3/projects/${project}/versions/?active=true&limit=100`)) as {
        readonly results: readonly { readonly slug: string }[];
      };
      expect(active.results.map(({ slug }) => slug).sort()).toEqual([...versions].sort());
      // One after the other: the first reads the repository, which starts a build of stable that ours then replaces.
      for (const version of versions) {
        const { success, error } = await sample.build(project, version);
        if (success !== true) failed.push(`${project} ${version}: ${String(error)}`);
      }
    }
    expect(failed).toEqual([]);
    const { broken, followed } = await sample.walk();
    expect(broken).toEqual([]);
    expect(followed).toBeGreaterThan(250);
  },
);
