import type { KitCounts, KitFiles } from './kit.ts';
import { KitManifest } from './kit-manifest.ts';
import { readLocatedYaml } from './located-file.ts';

/** What a gallery shows of a kit. */
export type KitSummary = { readonly name: string; readonly description: string; readonly counts: KitCounts };

type Listed = {
  readonly repeat?: number;
  readonly versions?: readonly { readonly builds?: readonly unknown[] }[];
};

/** Summarizes a kit that is known to have no faults, without checking it again. @throws Error for one that has */
export function summarizeKit(files: KitFiles): KitSummary {
  const text = (path: string) => new TextDecoder().decode(files.get(path));
  const result = readLocatedYaml(text('kit.yaml'));
  if (!('read' in result)) throw new Error('kit.yaml is not YAML.');
  const { name, description } = KitManifest.parse(result.read.value);
  const seed: { users?: readonly unknown[]; projects?: readonly Listed[] } = files.has('seed.json')
    ? JSON.parse(text('seed.json'))
    : {};
  const counts = { projects: 0, versions: 0, builds: 0 };
  for (const { repeat = 1, versions = [] } of seed.projects ?? []) {
    counts.projects += repeat;
    // A project without versions gets `latest`.
    counts.versions += repeat * Math.max(versions.length, 1);
    counts.builds += repeat * versions.reduce((sum, { builds = [] }) => sum + builds.length, 0);
  }
  const matching = (pattern: RegExp) => [...files.keys()].filter((path) => pattern.test(path)).length;
  return {
    name,
    description,
    counts: {
      ...counts,
      users: seed.users?.length ?? 0,
      repositories: matching(/^repositories\/[^/]+\/repository\.yaml$/),
      scripts: matching(/^builds\/[^/]+\.yaml$/),
      faults: matching(/^faults\/[^/]+\.yaml$/),
      lessons: matching(/^lessons\/[^/]+\.md$/),
    },
  };
}
