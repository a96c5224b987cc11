import { describe, expect, test } from 'vitest';
import { seedProject, type TwoLecterns, twoLecterns } from '../../support/sync/two-lecterns.ts';

const PARENT = seedProject('kettle', { subprojects: [{ child: 'kettle-lid', alias: 'lid' }] });
const PROJECTS = [PARENT, seedProject('kettle-lid'), seedProject('samovar', { language: 'ru' })];

/** Pulls all that the account has. */
async function pullAll({ runner, operator, remoteId }: TwoLecterns, full?: boolean) {
  return (await runner()).pull(operator, remoteId, { full, ifNoneChosen: 'all' });
}

describe('a pull', () => {
  test('brings all kinds of objects, then finds nothing to do; its cost was said before', async () => {
    const two = await twoLecterns({ projects: PROJECTS });
    const { proxy, operator, remoteId } = two;
    const runner = await two.runner();
    expect(await runner.connect(operator, proxy.url, two.there.tokens.ana ?? '')).toMatchObject({
      ...{ kind: 'lectern', username: 'ana', projects: 3 },
    });
    await runner.listProjects(operator, remoteId);
    two.here().services.remotes.choose(operator, remoteId, 'all');
    const cost = runner.cost(operator, remoteId);
    proxy.mend();
    const first = await pullAll(two);
    expect(first).toMatchObject({ state: 'done', outcome: 'Pulled 3 projects: 3 new, 0 changed.' });
    expect(first.run).toMatchObject({ full: true, requests: proxy.requests.length });
    // Four lists of each project, the subprojects of the parent, the account, and its list before and after.
    expect(cost).toMatchObject({ projects: 3, requests: 16 });
    expect(proxy.requests.length).toBe(16);
    const { here, there } = await two.states();
    expect(here).toEqual(there);
    proxy.mend();
    const again = await pullAll(two, true);
    expect(again.outcome).toBe('Pulled 3 projects: 0 new, 0 changed.');
    expect((await two.states()).here).toEqual(there);
  });

  test('asks only for builds when nothing happened, and for everything of a project where something did', async () => {
    const two = await twoLecterns({ projects: PROJECTS });
    await pullAll(two);
    two.proxy.mend();
    expect(await pullAll(two, false)).toMatchObject({ state: 'done', run: { full: false } });
    // The account, its list before and after, and the builds of each project.
    expect(two.proxy.requests.length).toBe(6);
    await two.there.request('PATCH', '/api/v3/projects/samovar/', {
      user: 'ana',
      body: { name: 'Samovar!' },
    });
    await two.there.request('PATCH', '/api/v3/projects/samovar/versions/1.0/', {
      ...{ user: 'ana', body: { hidden: true } },
    });
    two.proxy.mend();
    expect((await pullAll(two, false)).outcome).toBe('Pulled 3 projects: 0 new, 1 changed.');
    expect(two.proxy.requests.length).toBe(9);
    const { here, there } = await two.states();
    expect(here).toEqual(there);
  });

  test('takes named projects alone, and names those that the account does not show', async () => {
    const two = await twoLecterns({ projects: PROJECTS });
    const runner = await two.runner();
    const end = await runner.pull(two.operator, two.remoteId, { slugs: ['samovar', 'teapot'] });
    expect(end.outcome).toBe(
      'Pulled 1 project: 1 new, 0 changed. teapot: The account shows no such project, or it was removed here.',
    );
    expect(Object.keys((await two.states()).here)).toEqual(['samovar']);
  });

  test('removes what a complete list no longer has, and marks a project that is no longer the account’s', async () => {
    const two = await twoLecterns({ projects: PROJECTS });
    await pullAll(two);
    const redirects = await two.there.request('GET', '/api/v3/projects/kettle/redirects/', { user: 'ana' });
    const [first] = (redirects.json as { results: { pk: number }[] }).results;
    await two.there.request('DELETE', `/api/v3/projects/kettle/redirects/${first?.pk}/`, { user: 'ana' });
    const { services } = two.there.lectern;
    services.users.ensure(two.operator, 'bea');
    services.maintainers.add(two.operator, 'samovar', 'bea');
    services.maintainers.remove(two.operator, 'samovar', 'ana');
    const end = await pullAll(two, true);
    expect(end.outcome).toContain('samovar: It is gone there, or no longer yours. Its copy here is kept.');
    const { here, there } = await two.states();
    expect(Object.keys(here)).toEqual(['kettle', 'kettle-lid', 'samovar']);
    expect(here.kettle?.redirects).toHaveLength(1);
    expect(here.kettle).toEqual(there.kettle);
  });

  test('is paused between two projects and goes on; stopped, it keeps what it has', async () => {
    const two = await twoLecterns({ projects: PROJECTS });
    const runner = await two.runner();
    const pausing = runner.onProgress((progress) => {
      if ('pull' in progress && progress.pull?.projects.done === 1)
        void runner.pause(two.operator, two.remoteId);
    });
    const paused = await pullAll(two);
    pausing();
    expect(paused).toMatchObject({
      state: 'paused',
      outcome: 'Paused. Resume it to go on.',
      run: { state: 'paused' },
    });
    expect(Object.keys((await two.states()).here)).toHaveLength(1);
    await expect(runner.push(two.operator, two.remoteId)).rejects.toThrow(
      /is paused\. Resume or stop it first/,
    );
    two.proxy.mend();
    const resumed = await pullAll(two);
    expect(resumed.run.id).toBe(paused.run.id);
    expect(resumed.outcome).toBe('Pulled 3 projects: 3 new, 0 changed.');
    expect(two.proxy.requests.filter((request) => request.includes('/redirects/'))).toHaveLength(2);
    const stopping = runner.onProgress((progress) => {
      if ('pull' in progress && progress.pull?.projects.done === 1)
        void runner.stop(two.operator, two.remoteId);
    });
    expect(await pullAll(two, true)).toMatchObject({
      state: 'stopped',
      outcome: 'Stopped. What was done is kept.',
    });
    stopping();
    const { here, there } = await two.states();
    expect(here).toEqual(there);
    await expect(runner.resume(two.operator, two.remoteId)).rejects.toThrow(
      'There is no paused run of this remote.',
    );
  });

  test('of everything takes the place of a quick one that is paused', async () => {
    const two = await twoLecterns({ projects: PROJECTS });
    const runner = await two.runner();
    await pullAll(two);
    const pausing = runner.onProgress((progress) => {
      if ('pull' in progress && progress.pull?.projects.done === 1)
        void runner.pause(two.operator, two.remoteId);
    });
    const quick = await pullAll(two, false);
    pausing();
    expect(quick).toMatchObject({ state: 'paused', run: { full: false } });
    const full = await pullAll(two, true);
    expect(full).toMatchObject({ state: 'done', run: { full: true, counts: { projects: 3 } } });
    expect(two.here().services.sync.run(two.operator, quick.run.id)).toMatchObject({
      ...{
        state: 'stopped',
        outcome: 'Stopped: a pull of everything takes its place. What was done is kept.',
      },
    });
  });

  test('tells its requests and the time that is left, and leaves the service its share of each minute', async () => {
    const projects = Array.from({ length: 25 }, (_, at) =>
      seedProject(`p-${at}`, { versions: 1, builds: 0 }),
    );
    const two = await twoLecterns({ projects, throttle: true, budget: 40 });
    const runner = await two.runner();
    const told: { done: number; left: number; ms: number }[] = [];
    runner.onProgress((progress) => {
      if (!('pull' in progress) || !progress.pull) return;
      const { requests, msLeft } = progress.pull;
      told.push({ ...requests, ms: msLeft });
    });
    const end = await pullAll(two);
    expect(end.state).toBe('done');
    expect(end.run.requests).toBe(103);
    expect(two.time.waits.every((ms) => ms <= 60_000)).toBe(true);
    // No answer was a 429: 40 a minute stay below the 60 of the service.
    expect(two.proxy.requests).toHaveLength(103);
    const [, second] = told;
    expect(second?.done).toBe(2);
    expect(told.find(({ done, left }) => done + left !== 103 && done > 2)).toBeUndefined();
    expect(told.at(-1)?.left).toBeLessThanOrEqual(1);
    expect(told.find(({ done, left }) => done === 2 && left > 1)?.ms).toBeGreaterThanOrEqual(120_000);
  });

  test('waits as long as a service that is asked too often says', async () => {
    const projects = Array.from({ length: 20 }, (_, at) =>
      seedProject(`p-${at}`, { versions: 1, builds: 0 }),
    );
    const two = await twoLecterns({ projects, throttle: true });
    const waiting = new Set<string>();
    (await two.runner()).onProgress((progress) => {
      if ('waiting' in progress && progress.waiting) waiting.add(progress.waiting);
    });
    expect((await pullAll(two)).state).toBe('done');
    expect([...waiting].join()).toMatch(/answers that there are too many requests\. Trying again in \d+ s\./);
    const { here, there } = await two.states();
    expect(here).toEqual(there);
  });
});
