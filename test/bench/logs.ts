import { type Browser, chromium } from '@playwright/test';
import { openCore } from '../../src-server/lectern.ts';
import { systemActor } from '../../src-server/services/actor.ts';
import { type Looked, openPage, startFor } from '../screenshots/session.ts';
import { atMost, median, type Result } from './report.ts';

const SHORT = 1_000;
const LONG = 1_000_000;
const ROUNDS = 9;
const API_ROUNDS = 60;
const PROJECT = 'tides';
const runner = systemActor('runner');

/** A build with a log of a million lines against one of a thousand: the API's first page and the window's first paint. */
export async function measureLogs(scratch: string, note: (result: Result) => void): Promise<void> {
  const scenario = { localUser: 'mira', fill: fillLogs };
  const lectern = await startFor(scenario, scratch);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    await measureFirstPage(lectern, note);
    await measureFirstPaint(browser, lectern, note);
  } finally {
    await browser.close();
    await lectern.stop();
  }
}

/** Build 1 has the short log, build 2 the long one; both end in an error, where the window opens. */
async function fillLogs(data: string): Promise<void> {
  const core = await openCore({ data, keychain: 'off' });
  try {
    const { services } = core;
    const user = services.users.ensure(runner, 'mira');
    const repository = { url: 'https://example.org/tides.git', type: 'git' } as const;
    services.projects.create({ kind: 'user', user, door: 'desk' }, { name: PROJECT, repository });
    services.builds.trigger(runner, PROJECT, 'latest');
    for (const lines of [SHORT, LONG]) {
      const order = services.buildRuns.next(runner);
      if (!order) throw new Error('no build waits');
      const { id } = order.build;
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
  } finally {
    await core.close();
  }
}

async function measureFirstPage(lectern: Looked, note: (result: Result) => void): Promise<void> {
  const { url, cookie } = lectern;
  const headers = { 'content-type': 'application/json', cookie: `${cookie.name}=${cookie.value}` };
  const ask = async (procedure: string, input: object) => {
    const answer = await fetch(`${url}/desk/${procedure}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${procedure} was answered with ${answer.status}`);
    return (await answer.json()) as { result: { data: { commands: { id: number }[] } } };
  };
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < API_ROUNDS; round++) {
    for (const [index, id] of [1, 2].entries()) {
      const begun = performance.now();
      const { result } = await ask('build.get', { id });
      await ask('build.output', { id, commandId: result.data.commands[0]?.id, from: 1, count: 500 });
      times[index]?.push(performance.now() - begun);
    }
  }
  const [short, long] = [median(times[0]), median(times[1])];
  const detail = `${long.toFixed(1)} ms against ${short.toFixed(1)} ms for build and first 500 lines`;
  note(atMost('first page of a log, 1,000,000 lines against 1,000', long / short, 1.5, detail));
}

async function measureFirstPaint(
  browser: Browser,
  lectern: Looked,
  note: (result: Result) => void,
): Promise<void> {
  const paint = async (id: number) => {
    const page = await openPage(browser, lectern, { viewport: { width: 1280, height: 800 } });
    const begun = performance.now();
    await page.goto(`${lectern.url}/projects/${PROJECT}/builds/${id}`);
    await page.locator('[data-line]').filter({ hasText: 'ERROR' }).first().waitFor();
    const time = performance.now() - begun;
    await page.context().close();
    return time;
  };
  const times: [number[], number[]] = [[], []];
  await paint(1); // the first time also fills caches
  for (let round = 0; round < ROUNDS; round++) {
    times[0].push(await paint(1));
    times[1].push(await paint(2));
  }
  const [short, long] = [median(times[0]), median(times[1])];
  const detail = `${Math.round(long)} ms against ${Math.round(short)} ms, opened at its error`;
  note(atMost('first paint of a build, 1,000,000 lines against 1,000', long / short, 1.5, detail));
}
