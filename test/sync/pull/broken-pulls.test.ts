import { expect, test } from 'vitest';
import { casesOf } from '../../support/faults-run.ts';
import { BREAKS } from '../../support/sync/breaking-proxy.ts';
import { seedProject, type TwoLecterns, twoLecterns } from '../../support/sync/two-lecterns.ts';

const PROJECTS = [
  seedProject('kettle', { versions: 2, subprojects: [{ child: 'kettle-lid', alias: 'lid' }] }),
  seedProject('kettle-lid', { versions: 2, redirects: 1 }),
  seedProject('samovar', { versions: 1, variables: 1, builds: 0 }),
];

async function rowsOf({ here }: TwoLecterns) {
  const tables = [
    'projects',
    'versions',
    'redirects',
    'environment_variables',
    'remote_links',
    'remote_builds',
  ];
  const { database } = here();
  return Object.fromEntries(
    tables.map((table) => [table, database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]),
  );
}

test.each(casesOf(BREAKS, BREAKS.length))(
  'a pull that breaks at any request, %s, goes on and leaves both sides equal',
  async (how) => {
    const whole = await twoLecterns({ projects: PROJECTS });
    const runner = await whole.runner();
    whole.proxy.mend();
    await runner.pull(whole.operator, whole.remoteId, { ifNoneChosen: 'all' });
    const requests = whole.proxy.requests.length;
    const expected = { ...(await whole.states()), rows: await rowsOf(whole) };
    expect(expected.here).toEqual(expected.there);
    // The other side is only read, so one is enough for all.
    for (let n = 0; n < requests; n += 1) {
      const two = await twoLecterns({ projects: [], there: whole.there });
      const pulls = await two.runner();
      two.proxy.breakAt(n, how, { stays: true });
      const broken = await pulls.pull(two.operator, two.remoteId, { ifNoneChosen: 'all' });
      expect(broken, `request ${n}`).toMatchObject({ state: 'paused' });
      expect(broken.outcome).toMatch(/was cut before the answer was complete\..* resume the run later\.$/);
      two.proxy.mend();
      expect(await pulls.resume(two.operator, two.remoteId)).toMatchObject({
        ...{ state: 'done', run: { id: broken.run.id, counts: { projects: 3, created: 3 } } },
      });
      expect({ ...(await two.states()), rows: await rowsOf(two) }, `request ${n}`).toEqual(expected);
      await two.close();
    }
  },
);

test('a request that breaks once is repeated, and nobody notices', async () => {
  const two = await twoLecterns({ projects: PROJECTS });
  const runner = await two.runner();
  for (const [at, how] of BREAKS.entries()) {
    two.proxy.breakAt(5 + at, how);
    const end = await runner.pull(two.operator, two.remoteId, { ifNoneChosen: 'all', full: true });
    expect(end.state).toBe('done');
    expect(end.run.requests).toBe(two.proxy.requests.length);
  }
  const { here, there } = await two.states();
  expect(here).toEqual(there);
});
