import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';

const OPERATOR = systemActor('command');
const LIST = '/api/v3/projects/kiln/environmentvariables/';
const SEED = {
  users: [{ username: 'alice' }],
  projects: [
    {
      slug: 'kiln',
      name: 'Kiln',
      users: ['alice'],
      repository: { url: 'https://git.example/kiln.git', type: 'git' },
      environment_variables: [
        { pk: 1, name: 'OPEN', value: 'for all', public: true },
        { pk: 2, name: 'CLOSED', value: 'for some' },
        { pk: 3, name: 'UNKNOWN', value: null },
        { pk: 4, name: 'READTHEDOCS odd', value: 'x', any_name: true },
        { pk: 5, name: 'CLOSED', value: 'newer', any_name: true },
      ],
    },
  ],
};

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: SEED });
});
afterAll(() => api.close());
const services = () => api.lectern.services;
const byId = (id: number) => services().environmentVariables.get(OPERATOR, 'kiln', id);

describe('variables of today', () => {
  test('the 2020 dialect lists all of them, without what it does not know', async () => {
    const { json } = await api.request('GET', LIST, { user: 'alice' });
    const { results } = json as { results: Record<string, unknown>[] };
    expect(results.map(({ name }) => name)).toEqual([
      'CLOSED',
      'READTHEDOCS odd',
      'UNKNOWN',
      'CLOSED',
      'OPEN',
    ]);
    expect(Object.keys(results[0] ?? {})).toEqual(['_links', 'created', 'modified', 'name', 'pk', 'project']);
  });

  test('it still refuses such a name, and that of another', async () => {
    for (const name of ['READTHEDOCS_X', 'OPEN']) {
      const { status } = await api.request('POST', LIST, { user: 'alice', body: { name, value: 'x' } });
      expect(status).toBe(400);
    }
  });

  test('a build gets those that have a value, of one name the last modified, and is told of the others', async () => {
    const { environmentVariables } = services();
    const project = services().projects.get(OPERATOR, 'kiln').project;
    expect(await environmentVariables.forBuild(project.id)).toEqual(
      new Map([
        ['CLOSED', 'newer'],
        ['OPEN', 'for all'],
        ['READTHEDOCS odd', 'x'],
      ]),
    );
    expect(environmentVariables.namesForBuild(project.id)).toEqual({
      withoutValue: ['UNKNOWN'],
      public: ['OPEN'],
    });
  });

  test('one without a value gets one at the desk, and undo takes it away again', async () => {
    expect(byId(3)).toMatchObject({ hasValue: false });
    await services().environmentVariables.replace(OPERATOR, 'kiln', 'UNKNOWN', 'known now');
    expect(byId(3)).toMatchObject({ hasValue: true });
    undo('environment-variable.replace');
    expect(byId(3)).toMatchObject({ hasValue: false });
  });

  test('one is made public, which undo takes back', () => {
    services().environmentVariables.setPublic(OPERATOR, 'kiln', 2, true);
    expect(byId(2)).toMatchObject({ isPublic: true });
    undo('environment-variable.update');
    expect(byId(2)).toMatchObject({ isPublic: false });
  });

  test('of two of one name, undo restores the one that was removed, with its value', async () => {
    const rows = () =>
      api.lectern.database.prepare("SELECT * FROM environment_variables WHERE name = 'CLOSED'").all();
    const before = rows();
    const built = async () =>
      (await services().environmentVariables.forBuild(byId(1).projectId)).get('CLOSED');
    const { status } = await api.request('DELETE', `${LIST}5/`, { user: 'alice' });
    expect([status, await built()]).toEqual([204, 'for some']);
    undo('environment-variable.delete');
    expect([rows(), await built()]).toEqual([before, 'newer']);
  });

  test('one comes back from the trash unless another of its name came after it, new or restored', async () => {
    const { environmentVariables: variables, trash } = services();
    const add = async () => (await variables.create(OPERATOR, 'kiln', { name: 'ASH', value: 'x' })).id;
    const remove = (id: number) => variables.remove(OPERATOR, 'kiln', id);
    const restore = (id: number) =>
      trash.restore(OPERATOR, trash.list(OPERATOR).find(({ subjectId }) => subjectId === id)?.id ?? 0);
    const first = await add();
    remove(first);
    const second = await add();
    expect(() => restore(first)).toThrow('kiln has another variable called ASH now.');
    remove(second);
    restore(first);
    expect(() => restore(second)).toThrow('kiln has another variable called ASH now.');

    // Two that were there at once come back, in whatever order they were removed.
    remove(5);
    remove(2);
    restore(2);
    restore(5);
    expect([byId(2), byId(5)]).toMatchObject([{ name: 'CLOSED' }, { name: 'CLOSED' }]);
  });

  test('today’s service takes any name, up to 256 KB together', async () => {
    const create = (name: string, value: string) =>
      services().environmentVariables.createAsToday(OPERATOR, 'kiln', { name, value, public: true });
    expect(await create('OPEN', 'again')).toMatchObject({ name: 'OPEN', isPublic: true, hasValue: true });
    for (let count = 0; count < 5; count += 1) await create('LONG', 'x'.repeat(48_000));
    await expect(create('LONG', 'x'.repeat(48_000))).rejects.toThrow();
  });

  test('a removed one without a value is restored without one', () => {
    services().environmentVariables.remove(OPERATOR, 'kiln', 3);
    undo('environment-variable.delete');
    expect(byId(3)).toMatchObject({ name: 'UNKNOWN', hasValue: false });
  });
});

/** Undoes the last change, which was this action. */
function undo(action: string): void {
  const [last] = api.lectern.database
    .prepare('SELECT batch, action FROM journal ORDER BY id DESC LIMIT 1')
    .all() as { batch: number; action: string }[];
  expect(last?.action).toBe(action);
  services().undo.apply(OPERATOR, last?.batch ?? 0);
}
