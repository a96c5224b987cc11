import { describe, expect, test } from 'vitest';
import { outgoingFields } from '../../../src-server/model/sync/merge.ts';
import { variableFields } from '../../../src-server/services/sync/rows/local-fields.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { build, kettle, listing, openRemoteFixture, redirect, variable, version } from './remote-fixture.ts';

describe('a pulled project', () => {
  test('is here with all its rows, and starts nothing', async () => {
    const fixture = await openRemoteFixture();
    const { apply, rowsOf, store, alice, actionsSince, lastEntry } = fixture;
    const before = lastEntry();
    const applied = apply(kettle());
    expect(applied).toMatchObject({ outcome: 'created', incoming: 1, conflicts: 0, notes: [] });
    const { project, versions, redirects, variables, entry } = rowsOf('kettle');
    expect(project).toMatchObject({
      ...{ name: 'Kettle', repositoryUrl: 'https://github.com/acme/kettle.git', language: 'pt_BR' },
      ...{ tags: ['steam', 'water'], defaultVersion: 'stable', defaultBranch: null, remoteBranch: 'main' },
      ...{ trustedRepository: null, pullRequestBuilds: false },
    });
    // A name there is data: only the person who connected the account maintains the copy.
    expect(entry?.maintainers.map(({ id }) => id)).toEqual([alice.id]);
    expect(
      versions.map(({ slug, active, built, machine, identifier }) => [
        slug,
        active,
        built,
        machine,
        identifier,
      ]),
    ).toEqual([
      ['latest', true, false, true, 'latest-commit'],
      ['2.0', true, false, false, '2.0-commit'],
      ['1.0', false, false, false, '1.0-commit'],
    ]);
    expect(redirects.map(({ fromUrl, toUrl, dialect }) => [fromUrl, toUrl, dialect])).toEqual([
      ['/a', '/b', 'current'],
      ['/c', '/d', 'current'],
      ['/guide/*', '/manual/:splat', 'current'],
    ]);
    expect(variables).toMatchObject([{ name: 'SEARCH_KEY', hasValue: false, isPublic: false }]);
    expect(
      store.sync.builds.ofProject(store.sync.links.byLocal('project', project?.id ?? 0)?.id ?? 0),
    ).toHaveLength(2);
    expect(actionsSince(before)).toEqual(['sync.pull-project']);
    expect(store.builds.claimed()).toEqual([]);
    expect(store.projects.syncState(project?.id ?? 0)).toEqual({
      requested: null,
      synced: null,
      problem: null,
    });
    expect(store.projects.nextSync()).toBeUndefined();
  });

  test('pulled again is the same: no row, no entry', async () => {
    const { apply, dump, lastEntry } = await openRemoteFixture();
    apply(kettle());
    const [before, last] = [dump(), lastEntry()];
    expect(apply(kettle())).toMatchObject({ outcome: 'same', batch: null, incoming: 0 });
    expect(dump()).toEqual(before);
    expect(lastEntry()).toBe(last);
  });

  test('takes what was changed there alone, and keeps what was changed here alone', async () => {
    const { apply, rowsOf, services, desk, store } = await openRemoteFixture();
    apply(kettle());
    services.projects.update(desk, 'kettle', { name: 'Local' });
    services.versions.update(desk, 'kettle', '1.0', { hidden: true });
    const pulled = kettle({
      fields: { homepage: 'https://new.example/' },
      versions: listing(
        version(1, 'latest', { active: true }),
        version(2, '2.0', { hidden: true }),
        version(3, '1.0'),
      ),
      redirects: listing(
        redirect(13, '/guide/*', '/manual/:splat'),
        redirect(11, '/a', '/x'),
        redirect(14, '/n', '/m'),
        redirect(12, '/c', '/d'),
      ),
      variables: listing(variable(21, 'SEARCH_KEY'), variable(22, 'MORE', true)),
      builds: [build(33)],
    });
    expect(apply(pulled)).toMatchObject({ outcome: 'changed', conflicts: 0 });
    const { project, versions, redirects, variables } = rowsOf('kettle');
    expect(project).toMatchObject({ name: 'Local', homepage: 'https://new.example/' });
    expect(versions.map(({ slug, active, hidden }) => [slug, active, hidden])).toEqual([
      ['latest', true, false],
      ['2.0', false, true],
      ['1.0', false, true],
    ]);
    expect(redirects.map(({ fromUrl, toUrl }) => [fromUrl, toUrl])).toEqual([
      ['/guide/*', '/manual/:splat'],
      ['/a', '/x'],
      ['/n', '/m'],
      ['/c', '/d'],
    ]);
    expect(variables.map(({ name, isPublic }) => [name, isPublic]).sort()).toEqual([
      ['MORE', true],
      ['SEARCH_KEY', false],
    ]);
    const link = store.sync.links.byLocal('project', project?.id ?? 0);
    expect(store.sync.builds.ofProject(link?.id ?? 0).map(({ key }) => key)).toEqual([33, 32, 31]);
    expect(store.sync.links.withChanges(1)).toMatchObject([{ outgoing: 2 }]);
  });

  test('changed on both sides is a conflict, and nothing is overwritten', async () => {
    const { apply, rowsOf, services, desk } = await openRemoteFixture();
    apply(kettle());
    services.projects.update(desk, 'kettle', { name: 'Local' });
    expect(apply(kettle({ fields: { name: 'There' } }))).toMatchObject({ conflicts: 1 });
    expect(rowsOf('kettle').project?.name).toBe('Local');
    // The same value on both sides ends it.
    expect(apply(kettle({ fields: { name: 'Local' } }))).toMatchObject({ conflicts: 0 });
  });

  test('loses here what a complete list lacks, and only then', async () => {
    const { apply, rowsOf, services, desk, store } = await openRemoteFixture();
    apply(kettle());
    const less = {
      versions: listing(version(1, 'latest', { active: true }), version(2, '2.0', { active: true })),
      redirects: listing(redirect(12, '/c', '/d')),
      variables: listing(),
    };
    const incomplete = Object.fromEntries(
      Object.entries(less).map(([name, { objects }]) => [name, { objects, complete: false }]),
    );
    expect(apply(kettle(incomplete))).toMatchObject({ outcome: 'same' });
    expect(apply(kettle(less), { mayDelete: false })).toMatchObject({ incoming: 0 });
    expect(rowsOf('kettle').redirects).toHaveLength(3);
    services.redirects.save(desk, 'kettle', rowsOf('kettle').redirects[0]?.id ?? 0, {
      ...{ type: 'page', fromUrl: '/a', toUrl: '/mine', dialect: 'current' },
    });
    // What was changed here is kept, as a conflict.
    expect(apply(kettle(less))).toMatchObject({ outcome: 'changed', incoming: 3, conflicts: 1 });
    const { versions, redirects, variables } = rowsOf('kettle');
    expect(versions.map(({ slug }) => slug)).toEqual(['latest', '2.0']);
    expect(redirects.map(({ toUrl }) => toUrl)).toEqual(['/mine', '/d']);
    expect(variables).toEqual([]);
    expect(store.trash.all().map(({ kind, name, username }) => [kind, name, username])).toEqual([
      ['environment-variable', 'SEARCH_KEY', 'sync live'],
      ['version', '1.0', 'sync live'],
    ]);
  });

  test('whose slug is taken is left out until a person says what it is', async () => {
    const { apply, rowsOf, services, desk, remote, store } = await openRemoteFixture();
    const pulled = { ...kettle(), project: { ...kettle().project, address: 'pip' } };
    expect(apply(pulled)).toMatchObject({
      outcome: 'left-out',
      notes: ['There is another project called pip here. Link it, give another slug, or skip it.'],
    });
    services.remotes.choose(desk, remote.id, [{ key: 70112, choice: { slug: 'pip-there' } }]);
    expect(apply(pulled)).toMatchObject({ outcome: 'created' });
    expect(rowsOf('pip-there').project?.name).toBe('Kettle');
    services.remotes.unlink(desk, 'pip-there');
    services.projects.remove(desk, 'pip-there');
    services.remotes.choose(desk, remote.id, [{ key: 70112, choice: 'link' }]);
    const mine = rowsOf('pip');
    const linked = apply(pulled);
    // Nobody knows who changed what differs.
    expect(linked).toMatchObject({ outcome: 'changed', projectId: 1 });
    expect(linked.conflicts).toBeGreaterThan(0);
    const { modified: _, remoteBranch: __, ...kept } = mine.project ?? {};
    expect(rowsOf('pip').project).toMatchObject(kept);
    expect(rowsOf('pip').variables).toHaveLength(2);
    expect(store.sync.links.byLocal('project', 1)?.theirs).toMatchObject({ name: 'Kettle' });
  });

  test('that was removed here is not wanted, also once the trash is empty', async () => {
    const { apply, services, desk, remote, store } = await openRemoteFixture();
    const { projectId } = apply(kettle());
    services.projects.remove(desk, 'kettle');
    services.trash.empty(OPERATOR);
    expect(apply(kettle())).toMatchObject({ outcome: 'left-out' });
    expect(store.projects.idOf('kettle')).toBeUndefined();
    services.remotes.choose(desk, remote.id, [{ key: 70112, choice: 'pull' }]);
    const again = apply(kettle());
    expect(again.outcome).toBe('created');
    expect(again.projectId).not.toBe(projectId);
  });

  test('that is hostile brings nothing that could not be typed here', async () => {
    const { apply, rowsOf } = await openRemoteFixture();
    const applied = apply(
      kettle({
        fields: {
          homepage: 'javascript:alert(1)',
          language: 'xx',
          default_branch: '--upload-pack=x',
          tags: [7] as never,
        },
        versions: listing(version(1, '../../etc', { active: 'yes' }), version(2, 'latest')),
        redirects: listing(redirect(11, '/a', 'javascript:alert(1)'), redirect(12, '/ok', '/fine')),
        variables: listing(variable(21, 'A\u0000B')),
      }),
    );
    expect(applied.outcome).toBe('created');
    expect(applied.notes).toHaveLength(3);
    const { project, versions, redirects, variables } = rowsOf('kettle');
    expect(project).toMatchObject({ homepage: '', language: 'en', remoteBranch: null });
    expect(versions.map(({ slug }) => slug).sort()).toEqual(['etc', 'latest']);
    expect(redirects.map(({ fromUrl }) => fromUrl)).toEqual(['/ok']);
    expect(variables).toEqual([]);
    expect(apply(kettle({ fields: { 'repository.url': '--upload-pack=touch /tmp/x' } }))).toMatchObject({
      outcome: 'changed',
    });
    expect(rowsOf('kettle').project?.repositoryUrl).toBe('https://github.com/acme/kettle.git');
  });

  test('of another Lectern is maintained by users here of the same names', async () => {
    const { apply, rowsOf } = await openRemoteFixture('lectern');
    apply(kettle());
    expect(rowsOf('kettle').entry?.maintainers.map(({ username }) => username)).toEqual(['stranger']);
  });

  test('with a variable that was to be created there, and is there by now, knows when its value was typed', async () => {
    const { apply, rowsOf, services, desk, store } = await openRemoteFixture();
    apply(kettle());
    const [row] = rowsOf('kettle').variables;
    const link = row && store.sync.links.byLocal('variable', row.id);
    if (!link) throw new Error('The variable has no link.');
    // As after a conflict that was resolved as mine: deleted there, and kept here.
    store.change(() => store.sync.links.update({ ...link, remoteKey: null, base: null }));
    apply(kettle({ variables: listing(variable(22, 'SEARCH_KEY')) }));
    const linked = store.sync.links.byId(link.id);
    expect(linked).toMatchObject({ remoteKey: 22, base: { name: 'SEARCH_KEY', value_at: null } });
    await services.environmentVariables.replace(desk, 'kettle', 'SEARCH_KEY', 'typed later');
    const [typed] = rowsOf('kettle').variables;
    expect(linked && typed && outgoingFields(linked, variableFields(typed))).toEqual(['value_at']);
  });
});
