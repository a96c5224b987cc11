import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { startLectern } from '../support/program/lectern-process.ts';
import { runCommand } from '../support/program/run-command.ts';
import type { CallDesk } from './prepare-course.ts';
import type { Scenario } from './scenarios.ts';

const SAMPLE = join(import.meta.dirname, '../../src-server/services/kits/built-in/harbour-library/seed.json');

/** A Lectern in some state of its data, whose window a browser may open. */
export type ScreenshotSession = {
  readonly url: string;
  readonly cookie: { readonly name: string; readonly value: string };
  /** What a page holds beside the cookie. */
  readonly secret: string;
  /** The id of a project's newest build; undefined when it has none. */
  readonly newestBuild: (project: string) => Promise<number | undefined>;
  /** Calls a procedure of the desk that changes data. */
  readonly desk: CallDesk;
  readonly stop: () => Promise<unknown>;
};

/** Starts a headless Lectern in the scenario's state, with `scratch` for its files. */
export async function startSession(
  scenario: Omit<Scenario, 'name'>,
  scratch: string,
): Promise<ScreenshotSession> {
  const data = join(scratch, 'data');
  await scenario.fill?.(data);
  const { workspace } = scenario;
  const env = { XDG_DATA_HOME: scratch, HOME: scratch };
  if (workspace !== undefined) await runCommand(['workspace', 'create', workspace], { env });
  const place = workspace === undefined ? ['--data', data] : ['--workspace', workspace];
  const args = ['--gui', ...place, '--user', scenario.localUser];
  if (scenario.trustBuilds) args.push('--trust-builds');
  if (scenario.seed) {
    writeFileSync(join(scratch, 'seed.json'), JSON.stringify(scenario.seed));
    args.push('--seed', join(scratch, 'seed.json'));
  }
  const { builds = false } = scenario;
  const { url, tokens, firstLine, stop } = await startLectern(args, { builds, env });
  const { window: link }: { window: string } = JSON.parse(await firstLine);
  const headers = { 'content-type': 'application/json' };
  const opened = await fetch(`${url}/desk/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ key: new URL(link).hash.slice('#key='.length) }),
  });
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { secret }: { secret: string } = await opened.json();
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  const desk: CallDesk = async (procedure, input) => {
    const answer = await fetch(`${url}/desk/${procedure}`, {
      method: 'POST',
      headers: { ...headers, cookie, 'x-lectern-session': secret },
      ...(input !== undefined && { body: JSON.stringify(input) }),
    });
    const body = (await answer.json()) as { result?: { data: unknown }; error?: { message: string } };
    if (body.error) throw new Error(`${procedure}: ${body.error.message}`);
    return body.result?.data;
  };
  await desk('system.welcome', { username: scenario.localUser });
  await scenario.prepare?.(desk);
  return {
    url,
    cookie: { name, value },
    secret,
    desk,
    stop: () => stop(),
    async newestBuild(project) {
      const authorization = `Token ${tokens[scenario.localUser]}`;
      const answer = await fetch(`${url}/api/v3/projects/${project}/builds/?limit=1`, {
        headers: { authorization },
      });
      const { results }: { results?: { id: number }[] } = await answer.json();
      return results?.[0]?.id;
    },
  };
}

/** A page of a fresh browser profile with a session of this Lectern. */
export async function openPage(
  browser: Browser,
  { url, cookie, secret }: ScreenshotSession,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext(options);
  await context.addCookies([
    { ...cookie, domain: '127.0.0.1', path: '/desk', httpOnly: true, sameSite: 'Strict' },
  ]);
  const page = await context.newPage();
  // Any address of the window's origin holds its storage; this one loads no window, and is not in the log of requests.
  await page.goto(`${url}/desk/none`);
  await page.evaluate((kept) => localStorage.setItem('lectern-session', kept), secret);
  return page;
}

/** Loads the sample library, allows and builds all versions of what builds here, and waits until they have ended. */
export async function loadBuiltSample(browser: Browser, lectern: ScreenshotSession): Promise<void> {
  await lectern.desk('kits.load', { name: 'harbour-library' });
  const { projects }: { projects: { slug: string; repository: string | object }[] } = JSON.parse(
    readFileSync(SAMPLE, 'utf8'),
  );
  const buildable = projects
    .filter(({ repository }) => typeof repository === 'string' && repository.startsWith('kit:'))
    .map(({ slug }) => slug);
  const untrusted = (await lectern.desk('builds.untrusted', { projects: buildable })) as {
    slug: string;
    repositoryUrl: string;
  }[];
  await lectern.desk(
    'builds.trust',
    untrusted.map(({ slug, repositoryUrl }) => ({ slug, repositoryUrl })),
  );
  for (const project of buildable) await lectern.desk('builds.rebuildAll', { project });
  const page = await openPage(browser, lectern, {});
  await page.goto(`${lectern.url}/builds`);
  await page.getByText('No builds running or queued.').waitFor({ timeout: 1_200_000 });
  await page.context().close();
}
