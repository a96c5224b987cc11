import { type Browser, chromium } from '@playwright/test';
import { openCore } from '../../src-server/core.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { openPage, type ScreenshotSession, startSession } from '../screenshots/session.ts';
import { atMost, median, type Result } from './report.ts';

const SHORT = 1_000;
const LONG = 1_000_000;
/** Exceeds the API's limit for one command (2,000,000 characters), so that its response is as long as for `LONG`. */
const MIDDLE = 100_000;
const ROUNDS = 9;
const API_ROUNDS = 60;
/** Projects with one build each, and the number of lines in its log. */
const PROJECTS = { ponds: SHORT, lakes: MIDDLE, tides: LONG };
/** Ids of their builds, in the order of creation. */
const [SHORT_BUILD, MIDDLE_BUILD, LONG_BUILD] = [1, 2, 3];
const runner = systemActor('runner');

/** Compares a log of a million lines with one of a thousand: first page of the API, first paint of the window. */
export async function measureLogs(scratch: string, note: (result: Result) => void): Promise<void> {
  let token = '';
  const fill = async (data: string) => {
    token = await fillLogs(data);
  };
  const scenario = { localUser: 'mira', fill };
  const lectern = await startSession(scenario, scratch);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    await measureFirstPage(lectern, note);
    await measurePublicPages(lectern, token, note);
    await measureFirstPaint(browser, lectern, note);
  } finally {
    await browser.close();
    await lectern.stop();
  }
}

/** Fills the logs, each with an error at its end, where the window opens; returns a token for reading. */
async function fillLogs(data: string): Promise<string> {
  const core = await openCore({ data, keychain: 'off' });
  try {
    const { services } = core;
    const user = services.users.ensure(runner, 'mira');
    for (const [name, lines] of Object.entries(PROJECTS)) {
      const repository = { url: `https://example.org/${name}.git`, type: 'git' } as const;
      services.projects.create({ kind: 'user', user, door: 'desk' }, { name, repository });
      const order = services.buildRuns.dequeue(runner);
      if (!order) throw new Error('no build is queued');
      const { id } = order;
      const command = services.buildRuns.beginCommand(runner, id, { command: 'make html' });
      for (let from = 1; from <= lines; from += 10_000) {
        const count = Math.min(10_000, lines - from + 1);
        const text = Array.from(
          { length: count },
          (_, at) => `reading sources ${from + at} of ${lines}, page ${at}\n`,
        );
        services.buildRuns.appendOutput(runner, id, command, text.join(''));
      }
      services.buildRuns.appendOutput(runner, id, command, 'docs/index.rst:1: ERROR: Unknown directive.\n');
      services.buildRuns.endCommand(runner, id, command, { exitCode: 2 });
      services.buildRuns.finish(runner, id, { success: false });
    }
    return services.tokens.create(runner, user, 'bench').token;
  } finally {
    await core.close();
  }
}

async function measureFirstPage(lectern: ScreenshotSession, note: (result: Result) => void): Promise<void> {
  const { url, cookie, secret } = lectern;
  const headers = {
    'content-type': 'application/json',
    cookie: `${cookie.name}=${cookie.value}`,
    'x-lectern-session': secret,
  };
  const callDesk = async (procedure: string, input: object) => {
    const answer = await fetch(`${url}/desk/${procedure}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${procedure} returned ${answer.status}`);
    return (await answer.json()) as { result: { data: { commands: { id: number }[] } } };
  };
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < API_ROUNDS; round++) {
    for (const [index, id] of [SHORT_BUILD, LONG_BUILD].entries()) {
      const startedAt = performance.now();
      const { result } = await callDesk('build.get', { id });
      await callDesk('build.output', { id, commandId: result.data.commands[0]?.id, from: 1, count: 500 });
      times[index]?.push(performance.now() - startedAt);
    }
  }
  const [short, long] = [median(times[0]), median(times[1])];
  const detail = `${long.toFixed(1)} ms against ${short.toFixed(1)} ms for build and first 500 lines`;
  note(atMost('first page of a log, 1,000,000 lines against 1,000', long / short, 1.5, detail));
}

/** Measures common reads of API clients: a page of builds (v3), builds with their logs and one build (v2). */
async function measurePublicPages(
  { url }: ScreenshotSession,
  token: string,
  note: (result: Result) => void,
): Promise<void> {
  const compare = (long: string, short: string) => compareReads(long, short, token);
  const builds = await compare(
    `${url}/api/v3/projects/tides/builds/?limit=10`,
    `${url}/api/v3/projects/ponds/builds/?limit=10`,
  );
  note(atMost('v3 page of builds, 1,000,000 lines against 1,000', builds.ratio, 1.5, builds.detail));
  const logs = await compare(
    `${url}/api/v2/build/?project__slug=tides`,
    `${url}/api/v2/build/?project__slug=lakes`,
  );
  note(atMost('v2 page of builds, 1,000,000 lines against 100,000', logs.ratio, 1.5, logs.detail));
  const one = await compare(`${url}/api/v2/build/${LONG_BUILD}/`, `${url}/api/v2/build/${MIDDLE_BUILD}/`);
  note(atMost('v2 build with its log, 1,000,000 lines against 100,000', one.ratio, 1.5, one.detail));
}

/** Compares the time of reading two URLs, each with a unique query to avoid caches. */
async function compareReads(long: string, short: string, token: string) {
  const headers = { authorization: `Token ${token}` };
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < API_ROUNDS; round++) {
    for (const [index, address] of [short, long].entries()) {
      const startedAt = performance.now();
      const answer = await fetch(`${address}${address.includes('?') ? '&' : '?'}round=${round}`, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${address} returned ${answer.status}`);
      times[index]?.push(performance.now() - startedAt);
    }
  }
  const [of, against] = [median(times[1]), median(times[0])];
  return { ratio: of / against, detail: `${of.toFixed(1)} ms against ${against.toFixed(1)} ms` };
}

async function measureFirstPaint(
  browser: Browser,
  lectern: ScreenshotSession,
  note: (result: Result) => void,
): Promise<void> {
  const paint = async (project: string, id: number) => {
    const page = await openPage(browser, lectern, { viewport: { width: 1280, height: 800 } });
    const startedAt = performance.now();
    await page.goto(`${lectern.url}/projects/${project}/builds/${id}`);
    await page.locator('[data-line]').filter({ hasText: 'ERROR' }).first().waitFor();
    const time = performance.now() - startedAt;
    await page.context().close();
    return time;
  };
  const times: [number[], number[]] = [[], []];
  await paint('ponds', SHORT_BUILD); // fills caches
  for (let round = 0; round < ROUNDS; round++) {
    times[0].push(await paint('ponds', SHORT_BUILD));
    times[1].push(await paint('tides', LONG_BUILD));
  }
  const [short, long] = [median(times[0]), median(times[1])];
  const detail = `${Math.round(long)} ms against ${Math.round(short)} ms, opened at its error`;
  note(atMost('first paint of a build, 1,000,000 lines against 1,000', long / short, 1.5, detail));
}
