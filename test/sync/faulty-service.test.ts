import { expect, test } from 'vitest';
import { formatTimestamp } from '../../src-server/model/base/timestamp.ts';
import type { FaultRule } from '../../src-server/model/faults/fault-rule.ts';
import { casesOf } from '../support/faults-run.ts';
import {
  ACCOUNT,
  seedProject,
  type TwoLecterns,
  type TwoOptions,
  twoLecterns,
} from '../support/sync/two-lecterns.ts';
import { testClock } from '../support/test-clock.ts';

const PROJECTS = [seedProject('kettle'), seedProject('samovar', { builds: 1 })];
const API = { path: '/api/**' };
const HOUR = 3600;

/** A second Lectern as it is started with `--dialect current --throttle`, whose projects were pulled. */
async function pulledWorld({ clock, ...options }: Partial<TwoOptions> & { readonly clock?: string } = {}) {
  const core = { core: { clock: testClock({ step: 1, ...(clock && { start: clock }) }) } };
  const two = await twoLecterns({ projects: PROJECTS, throttle: true, ...core, ...options });
  const runner = await two.runner();
  expect((await runner.pull(two.operator, two.remoteId, { ifNoneChosen: 'all' })).state).toBe('done');
  const { services, url } = two.here();
  const user = services.users.ensure(two.operator, ACCOUNT);
  const { token } = services.tokens.create(two.operator, user, 'edits');
  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v3/projects/${path}`, {
      ...{ method, headers, body: JSON.stringify(body) },
    });
    expect(answer.status, path).toBeLessThan(300);
  };
  let changes = 0;
  return {
    two,
    runner,
    /** Changes fields of a project and of a version here, and adds redirects and a variable. */
    async change(redirects = 6) {
      changes += 1;
      await send('PATCH', 'samovar/', { name: `Samovar ${changes}` });
      await send('PATCH', 'kettle/versions/latest/', { hidden: changes % 2 === 1 });
      for (let number = 0; number < redirects; number += 1)
        await send('POST', 'kettle/redirects/', {
          ...{ type: 'page', from_url: `/new-${changes}-${number}`, to_url: '/target' },
        });
      await send('POST', 'kettle/environmentvariables/', { name: `ADDED_${changes}`, value: 'one' });
    },
    /** Expects both sides to be equal, with all that was changed here, once. */
    async expectArrived(when: string) {
      // What the runs have sent leaves the minute of the service.
      two.clockThere.advance(60);
      const { here, there } = await two.states();
      expect(there, when).toEqual(here);
      expect(there.samovar?.fields.name, when).toBe(`Samovar ${changes}`);
      const addresses = there.kettle?.redirects.map(({ from_url: from }) => from) ?? [];
      expect(new Set(addresses).size, when).toBe(addresses.length);
      const names = there.kettle?.variables.map(({ name }) => name) ?? [];
      expect(
        names.filter((name) => String(name).startsWith('ADDED_')),
        when,
      ).toHaveLength(changes);
    },
  };
}

const faults = ({ there }: TwoLecterns) => there.lectern.services.faults;
const play = (two: TwoLecterns, rule: Partial<FaultRule>) =>
  faults(two).add(two.operator, { name: 'Fault', match: API, ...rule });

/** What goes wrong until somebody mends it, and the sentence in which a run rests. */
const LASTING: Readonly<Record<string, readonly [rule: Partial<FaultRule>, sentence: RegExp]>> = {
  '429 without end': [
    { answer: { status: 429, body: { detail: 'Request was throttled.' }, retryAfter: 30 } },
    /too many requests\. .* was asked 6 times\. What was done is kept; lower the share/,
  ],
  'a long Retry-After': [
    { answer: { status: 429, body: { detail: 'Request was throttled.' }, retryAfter: 600 } },
    /It asks to wait 10 minutes; resume the run after that\./,
  ],
  maintenance: [
    { answer: { status: 503, body: { detail: 'Down.' }, retryAfter: 120 } },
    /failed with status 503.* was asked 6 times\. What was done is kept; resume the run later\./,
  ],
  'every answer is cut': [{ connection: 'cut' }, /was asked 6 times\. What was done is kept; resume/],
  'every connection is closed': [
    { connection: 'close' },
    /was asked 6 times\. What was done is kept; resume/,
  ],
};

test('a pull and a push rest while a service fails, and go on later', async () => {
  const { two, runner, change, expectArrived } = await pulledWorld();
  const { operator, remoteId } = two;
  for (const [name, [rule, sentence]] of casesOf(Object.entries(LASTING), 3)) {
    await change();
    const runs = [
      () => runner.pull(operator, remoteId, { full: true }),
      () => runner.push(operator, remoteId),
    ];
    for (const [index, start] of runs.entries()) {
      // In the middle: of the lists of a project, or of the steps.
      play(two, { ...rule, after: index === 0 ? 3 : 20 });
      const rested = await start();
      expect(rested.state, name).toBe('paused');
      expect(rested.outcome, name).toMatch(sentence);
      faults(two).clear(operator);
      const { state, run } = await runner.resume(operator, remoteId);
      expect({ state, id: run.id }, name).toEqual({ state: 'done', id: rested.run.id });
    }
    await expectArrived(name);
  }
});

test('a run comes to its end though each second, third or fifth answer is cut', async () => {
  const { two, runner, change, expectArrived } = await pulledWorld();
  const { operator, remoteId } = two;
  for (const every of casesOf([2, 3, 5], 3)) {
    await change();
    play(two, { connection: 'cut', every });
    expect((await runner.pull(operator, remoteId, { full: true })).state).toBe('done');
    let end = await runner.push(operator, remoteId);
    while (end.state !== 'done') end = await runner.resume(operator, remoteId);
    faults(two).clear(operator);
    await expectArrived(`each ${every}`);
  }
});

test('a service that carries out what it is sent and never ends an answer is left at the time limit', async () => {
  const { two, runner, change, expectArrived } = await pulledWorld();
  const { operator, remoteId, time } = two;
  await change();
  const runs = {
    pull: () => runner.pull(operator, remoteId, { full: true }),
    push: () => runner.push(operator, remoteId),
  };
  for (const [kind, start] of Object.entries(runs)) {
    // A push is left at its first write, which has happened.
    let isStuck = kind === 'pull';
    two.answerInstead((url, init) => {
      isStuck ||= init.method !== 'GET';
      return isStuck ? endless(url, init) : undefined;
    });
    const endless = async (url: URL, init: RequestInit) => {
      await (await fetch(url, init)).arrayBuffer();
      time.expire();
      throw init.signal?.reason;
    };
    const { state, outcome } = await start();
    expect(state).toBe('paused');
    expect(outcome).toMatch(/did not send a complete answer within \d+ seconds/);
    two.answerInstead(undefined);
    expect((await runner.resume(operator, remoteId)).state).toBe('done');
  }
  await expectArrived('after both');
});

test('while a service answers 500 for an hour runs rest again and again, and end once it is over', async () => {
  const { two, runner, change, expectArrived } = await pulledWorld();
  const { operator, remoteId, clockThere } = two;
  await change();
  const runs = [() => runner.pull(operator, remoteId, { full: true }), () => runner.push(operator, remoteId)];
  for (const start of runs) {
    const until = formatTimestamp(clockThere() + HOUR * 1_000_000);
    play(two, { answer: { status: 500, body: '<h1>Server Error (500)</h1>' }, until });
    for (const { state, outcome } of [await start(), await runner.resume(operator, remoteId)]) {
      expect(state).toBe('paused');
      expect(outcome).toMatch(/failed with status 500.* was asked 6 times\. What was done is kept; resume/);
    }
    clockThere.advance(HOUR);
    expect((await runner.resume(operator, remoteId)).state).toBe('done');
    faults(two).clear(operator);
  }
  await expectArrived('after an hour');
});

test('a push with its share of 40 a minute is never refused, even by a clock that is years behind', async () => {
  const { two, runner, change, expectArrived } = await pulledWorld({
    ...{ budget: 40, clock: '1999-12-31T23:59:59Z' },
  });
  await change(25);
  two.proxy.mend();
  const before = two.time.waits.length;
  const { state, run } = await runner.push(two.operator, two.remoteId);
  expect({ state, requests: run.requests }).toEqual({ state: 'done', requests: two.proxy.requests.length });
  expect(run.requests).toBeGreaterThan(60);
  expect(two.time.waits.slice(before).every((ms) => ms <= 60_000)).toBe(true);
  expect(two.time.waits.length).toBeGreaterThan(before);
  await expectArrived('with a share');
});

test('a push without a share waits as long as it is told and sends nothing twice, even by a clock that is years ahead', async () => {
  const { two, runner, change, expectArrived } = await pulledWorld({ clock: '2038-01-19T03:14:08Z' });
  await change(25);
  const waiting = new Set<string>();
  runner.onProgress((progress) => {
    if ('waiting' in progress && progress.waiting) waiting.add(progress.waiting);
  });
  expect((await runner.push(two.operator, two.remoteId)).state).toBe('done');
  expect([...waiting].join()).toMatch(/too many requests\. Trying again in \d+ s\./);
  await expectArrived('without a share');
  const again = await runner.pull(two.operator, two.remoteId, { full: true });
  expect(again.outcome).toBe('Pulled 2 projects: 0 new, 0 changed.');
});
