import { describe, expect, test } from 'vitest';
import { parseBody } from '../../../src-server/model/base/fields.ts';
import { ProjectImportBody } from '../../../src-server/model/projects/project-import.ts';
import type { InspectedRefs } from '../../../src-server/model/projects/repository/repository-inspection.ts';
import type { Actor } from '../../../src-server/services/kernel/actor.ts';
import { errorsOf } from '../../support/api/errors-of.ts';
import { openSeedStore } from '../../support/store/seed-store.ts';

const REFS: InspectedRefs = {
  branches: [
    { name: 'main', commit: 'a'.repeat(40) },
    { name: 'docs/refresh', commit: 'b'.repeat(40) },
  ],
  tags: [
    { name: 'v1.1.0', commit: 'c'.repeat(40) },
    { name: 'v1.0.0', commit: 'd'.repeat(40) },
  ],
  defaultBranch: 'main',
};

const body = (more: object = {}) =>
  parseBody(ProjectImportBody, {
    name: 'Almanac Tools',
    repository: { url: 'https://git.example/harbour/almanac-tools.git', type: 'git' },
    language: 'de',
    programming_language: 'py',
    default_version: 'stable',
    default_branch: 'main',
    documentation_type: 'mkdocs',
    homepage: '',
    tags: ['harbour'],
    activate_tags: false,
    ...more,
  });

async function fixture() {
  const seeds = await openSeedStore();
  await seeds.load({ users: [{ username: 'mira' }, { username: 'tobi' }] });
  const as = (username: string): Actor => ({
    kind: 'user',
    user: seeds.services.users.get(username),
    door: 'desk',
  });
  return { ...seeds, mira: as('mira'), tobi: as('tobi') };
}

describe('an import', () => {
  test('makes the project with its versions, and builds latest and stable', async () => {
    const { services, store, mira, rows } = await fixture();
    expect(services.projectImport.importProject(mira, body(), REFS)).toBe('almanac-tools');
    const project = services.projects.get(mira, 'almanac-tools');
    expect(project.project).toMatchObject({
      language: 'de',
      defaultVersion: 'stable',
      defaultBranch: 'main',
      documentationType: 'mkdocs',
      tags: ['harbour'],
    });
    expect(project.maintainers.map(({ username }) => username)).toEqual(['mira']);
    const versions = store.versions.ofProject(project.project.id);
    const shown = versions.map(({ slug, identifier, type, active }) => [slug, identifier, type, active]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['latest', 'main', 'branch', true],
        ['stable', 'c'.repeat(40), 'tag', true],
        ['docs-refresh', 'origin/docs/refresh', 'branch', false],
        ['v1.0.0', 'd'.repeat(40), 'tag', false],
      ]),
    );
    expect(versions).toHaveLength(6);
    const built = rows('builds').map(({ version_id }) => versions.find(({ id }) => id === version_id)?.slug);
    expect(built.toSorted()).toEqual(['latest', 'stable']);
  });

  test('activates all tags when requested', async () => {
    const { services, store, mira, rows } = await fixture();
    services.projectImport.importProject(mira, body({ activate_tags: true }), REFS);
    const active = store.versions.ofProject(1).filter(({ active }) => active);
    expect(active.map(({ slug }) => slug).toSorted()).toEqual(['latest', 'stable', 'v1.0.0', 'v1.1.0']);
    expect(rows('builds')).toHaveLength(4);
  });

  test('works without an inspection of the repository', async () => {
    const { services, store, mira } = await fixture();
    services.projectImport.importProject(mira, body({ default_branch: null }), undefined);
    expect(store.versions.ofProject(1).map(({ slug }) => slug)).toEqual(['latest']);
  });

  test('is one change, and is undone as one', async () => {
    const { services, rows, mira } = await fixture();
    const before = rows('journal').length;
    services.projectImport.importProject(mira, body({ activate_tags: true }), REFS);
    const batches = new Set(
      rows('journal')
        .slice(before)
        .map(({ batch }) => batch),
    );
    expect(batches.size).toBe(1);
    const last = services.undo.last(mira);
    expect(last?.name).toBe('Import almanac-tools');
    services.undo.apply(mira, last?.batch ?? 0);
    expect(rows('projects')).toEqual([]);
    expect(rows('versions')).toEqual([]);
  });

  test.each([
    ['a name that is taken', { name: 'almanac tools' }, 'name'],
    ['tags of a repository that nobody has read', { name: 'Other', activate_tags: true }, 'activate_tags'],
  ])('changes nothing when refused: %s', async (_name, more, field) => {
    const { services, dump, mira } = await fixture();
    services.projectImport.importProject(mira, body(), REFS);
    const before = dump();
    const errors = errorsOf(() => services.projectImport.importProject(mira, body(more), undefined));
    expect(Object.keys(errors ?? {})).toEqual([field]);
    expect(dump()).toEqual(before);
  });

  test('changes nothing when the repository has both kinds of a name of ours', async () => {
    const { services, dump, mira } = await fixture();
    const before = dump();
    const twice = { ...REFS, branches: [...REFS.branches, { name: 'stable', commit: 'e'.repeat(40) }] };
    const tags = [...REFS.tags, { name: 'stable', commit: 'f'.repeat(40) }];
    const errors = errorsOf(() => services.projectImport.importProject(mira, body(), { ...twice, tags }));
    expect(Object.keys(errors ?? {})).toEqual(['non_field_errors']);
    expect(dump()).toEqual(before);
  });
});

describe('a name is checked', () => {
  test('for its slug, and for the project that has it already', async () => {
    const { services, mira } = await fixture();
    services.projectImport.importProject(mira, body(), REFS);
    expect(services.projectImport.checkName(mira, 'Almanac')).toEqual({
      slug: 'almanac',
      taken: null,
      problem: null,
    });
    expect(services.projectImport.checkName(mira, 'ALMANAC  tools!')).toEqual({
      slug: 'almanac-tools',
      taken: { slug: 'almanac-tools', name: 'Almanac Tools' },
      problem: null,
    });
    expect(services.projectImport.checkName(mira, '').problem).toBeNull();
    expect(services.projectImport.checkName(mira, '日本').problem).toMatch(/no slug/);
  });

  test('without revealing the name of a hidden project', async () => {
    const { services, mira, tobi } = await fixture();
    services.projectImport.importProject(mira, body(), REFS);
    services.projects.update(mira, 'almanac-tools', { privacy_level: 'private' });
    expect(services.projectImport.checkName(tobi, 'Almanac tools').taken).toEqual({
      slug: 'almanac-tools',
      name: null,
    });
  });
});
