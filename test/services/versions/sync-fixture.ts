import type { Version } from '../../../src-server/model/versions/version.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import type { RepositoryRefs, SyncReport } from '../../../src-server/services/versions/version-refs.ts';
import type { JournalEntry } from '../../../src-server/store/tables/journal/journal.ts';
import { openSeedStore, type SeedStore } from '../../support/store/seed-store.ts';
import { testClock } from '../../support/test-clock.ts';

/** The actor that reads repositories. */
export const READER = systemActor('runner');

/** A project and its repository. Names of branches and tags are given; their identifiers follow from the names. */
export type SyncFixture = SeedStore & {
  readonly sync: (refs: Refs) => SyncReport;
  /** All versions, by slug. */
  readonly versions: () => Readonly<Record<string, Version>>;
  readonly version: (slug: string) => Version | undefined;
  /** The slugs of the builds' versions, oldest build first. */
  readonly builds: () => string[];
  /** What was journalled since the last call, oldest first. */
  readonly journalled: () => JournalEntry[];
};

/** A text stands for a ref with the identifier that git gives it. */
export type Refs = {
  readonly branches?: readonly (string | { readonly name: string; readonly identifier: string })[];
  readonly tags?: readonly (string | { readonly name: string; readonly identifier: string })[];
  readonly defaultBranch?: string;
};

const PROJECT = {
  name: 'Pip',
  users: ['alice'],
  repository: { url: 'https://github.com/pypa/pip', type: 'git' },
};

/** Opens `pip` of alice, imported just now unless the seed's project says more. */
export async function openSyncFixture(project: object = {}): Promise<SyncFixture> {
  const seeds = await openSeedStore(null, testClock({ step: 1 }));
  const { services, store, load, rows } = seeds;
  await load({ users: [{ username: 'alice' }], projects: [{ ...PROJECT, ...project }] });
  let lastSeenId = newest()?.id ?? 0;

  function newest(): JournalEntry | undefined {
    return store.journal.newest(0, 1)[0];
  }
  const all = () => store.versions.ofProject(1);
  return {
    ...seeds,
    sync: (refs) => services.versionSync.apply(READER, 'pip', toRefs(refs)),
    versions: () => Object.fromEntries(all().map((version) => [version.slug, version])),
    version: (slug) => store.versions.bySlug(1, slug),
    builds: () => rows('builds').map(({ version_id: id }) => store.versions.byId(Number(id))?.slug ?? ''),
    journalled() {
      const entries = store.journal.newest(lastSeenId, 100_000).reverse();
      lastSeenId = entries.at(-1)?.id ?? lastSeenId;
      return entries;
    },
  };
}

export function toRefs({ branches = [], tags = [], defaultBranch }: Refs): RepositoryRefs {
  return {
    branches: branches.map((ref) =>
      typeof ref === 'string' ? { name: ref, identifier: `origin/${ref}` } : ref,
    ),
    tags: tags.map((ref) => (typeof ref === 'string' ? { name: ref, identifier: commit(ref) } : ref)),
    defaultBranch,
  };
}

/** 40 hexadecimal digits that a tag of this name points to. */
export function commit(name: string): string {
  return Buffer.from(name).toString('hex').padEnd(40, '0').slice(-40);
}

/** `SUBJECT.VERB` of each entry. */
export function actionsOf(entries: readonly JournalEntry[]): string[] {
  return entries.map(({ action }) => action);
}
