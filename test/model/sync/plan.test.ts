import { describe, expect, test } from 'vitest';
import { conflictsOf, parseConflictId } from '../../../src-server/model/sync/conflicts.ts';
import {
  type Difference,
  type LocalObject,
  type LocalProject,
  projectDifferences,
} from '../../../src-server/model/sync/differences.ts';
import { describeEffects } from '../../../src-server/model/sync/effects.ts';
import type { Link } from '../../../src-server/model/sync/link.ts';
import { planOf } from '../../../src-server/model/sync/plan.ts';
import type { Fields, SyncKind } from '../../../src-server/model/sync/sync-fields.ts';

const PROJECT_LINK = 1;
let nextLink = 10;

function link(kind: SyncKind, localId: number, base: Fields | null, rest: Partial<Link> = {}): Link {
  const id = kind === 'project' ? PROJECT_LINK : nextLink++;
  return {
    ...{ id, remoteId: 1, kind, localId, remoteKey: localId + 1000, address: `${localId}`, base },
    ...{ projectLink: kind === 'project' ? null : PROJECT_LINK, theirs: null, deletedThere: false },
    ...{ ignored: {}, shown: {}, seenAt: 0, ...rest },
  };
}

function object(kind: SyncKind, id: number, fields: Fields, rest: Partial<LocalObject> = {}): LocalObject {
  return { kind, id, key: `${kind} ${id}`, fields, ...rest };
}

/** A linked project in which nothing differs, with these parts. */
function project(
  parts: Partial<LocalProject> & { readonly fields?: Fields; readonly base?: Fields } = {},
): LocalProject {
  const { fields = { name: 'Kettle' }, base = fields, ...rest } = parts;
  return {
    ...{ service: 'community', project: object('project', 1, fields, { key: 'kettle' }) },
    ...{ link: link('project', 1, base), links: [], objects: [], ...rest },
  };
}

const redirect = (from: string): Fields => ({
  type: 'page',
  from_url: from,
  to_url: '/to',
  enabled: true,
  force: false,
});
const short = ({ kind, action, from, to, blocked }: Difference) => ({
  kind,
  action,
  from,
  to,
  ...(blocked && { blocked }),
});

describe('projectDifferences', () => {
  test('has nothing where both sides agree', () => {
    const version = { active: true, hidden: false };
    const links = [link('version', 2, version)];
    expect(projectDifferences(project({ links, objects: [object('version', 2, version)] }))).toEqual([]);
  });

  test('has the fields that differ, of the project and of its versions', () => {
    const local = project({
      ...{ fields: { name: 'Pot', language: 'en' }, base: { name: 'Kettle', language: 'en' } },
      links: [link('version', 2, { active: false, hidden: false })],
      objects: [object('version', 2, { active: true, hidden: false })],
    });
    expect(projectDifferences(local).map(short)).toEqual([
      { kind: 'project', action: 'update', from: { name: 'Kettle' }, to: { name: 'Pot' } },
      { kind: 'version', action: 'update', from: { active: false }, to: { active: true } },
    ]);
  });

  test('creates what is only here, except versions; deletes what is gone here, except versions', () => {
    const links = [
      ...[link('redirect', 3, redirect('/gone')), link('variable', 4, { name: 'GONE', public: false })],
      ...[link('subproject', 5, { child: 'lid', alias: 'lid' }), link('version', 6, { active: true })],
      link('redirect', 7, null, { remoteKey: null }),
    ];
    const objects = [
      object('version', 20, { active: true }),
      object('variable', 21, { name: 'KEY', public: false, value_at: 5 }),
      object('variable', 22, { name: 'UNKNOWN', public: false, value_at: null }),
      object('subproject', 23, { child: 'spout', alias: 's' }, { unfit: 'Create spout there first.' }),
    ];
    const found = projectDifferences(project({ links, objects }));
    expect(found.map(({ kind, action, key, blocked }) => [kind, action, key, blocked !== null])).toEqual([
      ['redirect', 'delete', '/gone', false],
      ['variable', 'delete', 'GONE', false],
      ['subproject', 'delete', '5', false],
      ['variable', 'create', 'variable 21', false],
      ['variable', 'create', 'variable 22', true],
      ['subproject', 'create', 'subproject 23', true],
    ]);
  });

  test('a new redirect carries its place; the order is a difference of the project', () => {
    const links = [link('redirect', 1, redirect('/1')), link('redirect', 2, redirect('/2'))];
    const objects = [
      ...[object('redirect', 2, redirect('/2')), object('redirect', 8, redirect('/8'))],
      ...[object('redirect', 9, redirect('/9')), object('redirect', 1, redirect('/1'))],
    ];
    const fields = { redirect_order: [1002, 1001] };
    const found = projectDifferences(
      project({ fields, base: { redirect_order: [1001, 1002] }, links, objects }),
    );
    expect(found.map(({ kind, to }) => [kind, to?.position ?? to?.redirect_order])).toEqual([
      ...[
        ['project', [1002, 1001]],
        ['redirect', 2],
        ['redirect', 3],
      ],
    ]);
  });

  test('only 100 redirects are sent; the others say why they wait', () => {
    const objects = Array.from({ length: 103 }, (_, at) => object('redirect', at + 1, redirect(`/${at}`)));
    const links = [link('redirect', 1, redirect('/0'))];
    const found = projectDifferences(project({ links, objects }));
    expect(found.map(({ blocked }) => blocked !== null)).toEqual([
      ...Array(99).fill(false),
      ...[true, true, true],
    ]);
  });

  test('an object in conflict waits, and so does all of a project that is gone there', () => {
    const conflict = link('version', 2, { active: false, hidden: false }, { theirs: { active: null } });
    const objects = [object('version', 2, { active: true, hidden: true })];
    const [waiting] = projectDifferences(project({ links: [conflict], objects }));
    expect(waiting).toMatchObject({
      to: { hidden: true },
      blocked: expect.stringContaining('Resolve the conflict'),
    });
    const gone = link('project', 1, { name: 'Kettle' }, { deletedThere: true });
    const [lost] = projectDifferences(project({ link: gone, fields: { name: 'Pot' } }));
    expect(lost?.blocked).toContain('gone on the service');
  });

  test('privacy goes to the business service alone', () => {
    const parts = { fields: { privacy_level: 'private' }, base: { privacy_level: 'public' } };
    const counts = (['community', 'lectern', 'business'] as const).map(
      (service) => projectDifferences({ ...project(parts), service }).length,
    );
    expect(counts).toEqual([0, 0, 1]);
  });

  test('a value that was typed here after the last push is outgoing; the value is not in the step', () => {
    const base = { name: 'KEY', public: false, value_at: 5 };
    const local = project({
      links: [link('variable', 4, base)],
      objects: [object('variable', 4, { ...base, value_at: 9 })],
    });
    expect(projectDifferences(local).map(short)).toEqual([
      { kind: 'variable', action: 'update', from: { value_at: 5 }, to: { value_at: 9 } },
    ]);
  });

  test('a project that is to be created there is one difference', () => {
    const created = link('project', 1, null, { remoteKey: null });
    const fields = { name: 'Kettle', 'repository.url': 'https://git.example/kettle' };
    expect(projectDifferences(project({ link: created, fields })).map(short)).toEqual([
      { kind: 'project', action: 'create', from: null, to: fields },
    ]);
  });
});

describe('planOf', () => {
  function differences(): Difference[] {
    const variable = { name: 'KEY', public: false, value_at: 5 };
    return projectDifferences(
      project({
        ...{
          fields: { name: 'Pot', redirect_order: [1002, 1001] },
          base: { name: 'Kettle', redirect_order: [1001, 1002] },
        },
        links: [
          ...[link('version', 2, { active: false }), link('redirect', 1, redirect('/1'))],
          ...[link('redirect', 2, redirect('/2')), link('redirect', 3, redirect('/3'))],
        ],
        objects: [
          ...[object('subproject', 7, { child: 'lid', alias: 'lid' }), object('variable', 6, variable)],
          ...[object('redirect', 5, redirect('/5')), object('redirect', 2, redirect('/2'))],
          ...[
            object('redirect', 1, { ...redirect('/1'), enabled: false }),
            object('version', 2, { active: true }),
          ],
        ],
      }),
    );
  }

  test('runs projects, versions, redirects and their order, variables, subprojects', () => {
    const created: Difference = {
      ...{ kind: 'project', key: 'new', action: 'create', from: null, to: { name: 'New' } },
      ...{ localId: 50, linkId: 60, blocked: null },
    };
    const steps = planOf([
      { slug: 'kettle', projectLink: PROJECT_LINK, differences: differences() },
      { slug: 'new', projectLink: 60, differences: [created] },
    ]);
    expect(steps.map(({ project: slug, kind, action }) => `${slug} ${kind} ${action}`)).toEqual([
      ...['new project create', 'kettle project update', 'kettle version update', 'kettle redirect delete'],
      ...['kettle redirect update', 'kettle redirect create', 'kettle project update'],
      ...['kettle variable create', 'kettle subproject create'],
    ]);
  });

  test('names the same difference alike on each call, and another one otherwise', () => {
    nextLink = 10;
    const first = planOf([{ slug: 'kettle', projectLink: 1, differences: differences() }]);
    nextLink = 10;
    const again = differences();
    const second = planOf([{ slug: 'kettle', projectLink: 1, differences: again }]);
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(new Set(first.map(({ id }) => id)).size).toBe(first.length);
    const moved = again.map((one) =>
      one.to && 'position' in one.to ? { ...one, to: { ...one.to, position: 7 } } : one,
    );
    expect(planOf([{ slug: 'kettle', projectLink: 1, differences: moved }]).map(({ id }) => id)).toEqual(
      first.map(({ id }) => id),
    );
    const other = again.map((one) => ({ ...one, to: { ...one.to, name: 'Mug' } }));
    const third = planOf([{ slug: 'kettle', projectLink: 1, differences: other }]).map(({ id }) => id);
    expect(third.filter((id) => first.some((step) => step.id === id))).toEqual([]);
  });
});

describe('describeEffects', () => {
  type Change = Parameters<typeof describeEffects>[0];
  const update = (kind: SyncKind, to: Fields, from: Fields = {}): Change => ({
    kind,
    action: 'update',
    from,
    to,
  });

  test.each<[string, Change, string[], boolean]>([
    [
      'activating',
      update('version', { active: true }),
      ['Activating builds this version on the service.'],
      true,
    ],
    ['deactivating', update('version', { active: false }), ['Deactivating removes its pages.'], false],
    ['hiding', update('version', { hidden: true }), ['It leaves the version menu and search.'], true],
    ['renaming', update('project', { name: 'Pot' }), ['Readers see the new name.'], true],
    [
      'another language',
      update('project', { language: 'de' }),
      ['The language is a part of all addresses'],
      true,
    ],
    [
      'versioning',
      update('project', { versioning_scheme: 'x' }),
      ['Every address of the documentation changes'],
      true,
    ],
    ['default version', update('project', { default_version: '2.0' }), ['leads to 2.0 at once'], true],
    ['tags', update('project', { tags: ['a'] }), [], true],
    [
      'creating a project',
      { kind: 'project', action: 'create', from: null, to: {} },
      ['Lectern cannot delete it'],
      false,
    ],
    [
      'a new value',
      update('variable', { value_at: 4 }),
      ['a new one with the value typed here replaces it'],
      false,
    ],
    [
      'deleting a variable',
      { kind: 'variable', action: 'delete', from: {}, to: null },
      ['no longer get it'],
      false,
    ],
    [
      'deleting a redirect',
      { kind: 'redirect', action: 'delete', from: redirect('/a'), to: null },
      ['/a is no longer'],
      true,
    ],
    [
      'moving a redirect',
      update('redirect', { from_url: '/b' }, { from_url: '/a' }),
      ['Links to /a are no longer'],
      true,
    ],
    [
      'another alias',
      update('subproject', { alias: 'b' }, { alias: 'a' }),
      ['removed and added again', '/projects/a/ of kettle'],
      true,
    ],
  ])('%s', (_, change, sentences, reversible) => {
    const found = describeEffects(change, 'kettle');
    expect(found.reversible).toBe(reversible);
    for (const sentence of sentences) expect(found.effects.join('\n')).toContain(sentence);
    if (sentences.length === 0) expect(found.effects).toEqual([]);
  });
});

describe('conflictsOf', () => {
  test('lists one entry for each field, whose ids can be read again', () => {
    const version = link(
      'version',
      2,
      { active: false, hidden: false },
      { id: 77, theirs: { active: true } },
    );
    const [entry, ...others] = conflictsOf(version, object('version', 2, { active: false, hidden: true }));
    expect(entry).toMatchObject({ id: '77.active', field: 'active', base: false, mine: false, theirs: true });
    expect(others).toEqual([]);
    expect(parseConflictId('77.active')).toEqual({ linkId: 77, field: 'active' });
    expect(parseConflictId('77.repository.url')).toEqual({ linkId: 77, field: 'repository.url' });
    expect([parseConflictId('77'), parseConflictId('x')]).toEqual([{ linkId: 77, field: null }, undefined]);
  });

  test('an object that was deleted there is one conflict; one deleted here has nothing of its own', () => {
    const gone = link('redirect', 3, redirect('/3'), { id: 78, deletedThere: true });
    expect(conflictsOf(gone, object('redirect', 3, redirect('/4')))).toMatchObject([
      { id: '78', field: null, theirs: null },
    ]);
    const changed = link('redirect', 3, redirect('/3'), { id: 79, theirs: { to_url: '/x' } });
    expect(conflictsOf(changed, undefined)).toMatchObject([{ field: 'to_url', mine: null, theirs: '/x' }]);
  });
});
