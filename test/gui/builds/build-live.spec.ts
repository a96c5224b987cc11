import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, test as plain } from '../headless-app.ts';

/** A repository whose build writes what the test tells it to, when the test tells it to. */
type ControlledCommand = {
  readonly url: string;
  /** Writes output of the command with this index. */
  readonly writeLine: (command: 0 | 1, text: string) => Promise<void>;
  /** Ends that command. */
  readonly finishCommand: (command: 0 | 1) => Promise<void>;
};

const test = plain.extend<{ readonly repository: ControlledCommand }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads what a fixture needs from its pattern
  repository: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-live-'));
    const pipes = [0, 1].map((place) => join(folder, `pipe-${place}`));
    for (const pipe of pipes) execFileSync('mkfifo', [pipe]);
    const url = makeRepository(join(folder, 'tides'), pipes);
    const ends: (FileHandle | undefined)[] = [];
    await use({
      url,
      async writeLine(command, text) {
        // Opening a pipe waits for its reader, which is the command.
        ends[command] ??= await openFile(pipes[command] ?? '', 'w');
        await ends[command].write(text);
      },
      async finishCommand(command) {
        await ends[command]?.close();
        ends[command] = undefined;
      },
    });
    for (const end of ends) await end?.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

function makeRepository(folder: string, [first = '', second = '']: readonly string[]): string {
  const config = `version: 2
build:
  os: ubuntu-24.04
  commands:
    - cat ${first}
    - sh -c 'cat ${second}; test ! -e ${second}.bad'
    - mkdir -p $READTHEDOCS_OUTPUT/html
    - sh -c 'echo "<h1>Tides</h1>" > $READTHEDOCS_OUTPUT/html/index.html'
`;
  mkdirSync(folder);
  writeFileSync(join(folder, '.readthedocs.yaml'), config);
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const gitIdentity = ['-c', 'user.name=Mira', '-c', 'user.email=mira@example.org'];
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    ['commit', '--quiet', '-m', 'x'],
  ])
    execFileSync('git', [...gitIdentity, ...args], { cwd: folder, env });
  return `file://${folder}`;
}

test.use({ startsAt: null, builds: true });

const lines = (from: number, to: number) =>
  `${Array.from({ length: to - from + 1 }, (_, at) => `said ${from + at}`).join('\n')}\n`;
const log = (page: Page) => page.getByRole('region', { name: 'Log' });
const stepHeader = (page: Page, name: RegExp) => log(page).getByRole('button', { name });
const outputLine = (page: Page, number: number) => log(page).getByText(`said ${number}`, { exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Imports the repository and allows its code to run, which its first build asks for; `asked` sees the question. */
async function openRunning(
  page: Page,
  app: HeadlessApp,
  url: string,
  asked: () => Promise<void> = async () => {},
): Promise<void> {
  const body = { name: 'Tides', repository: { url, type: 'git' } };
  expect((await app.api('POST', '/api/v3/projects/', body)).status).toBe(201);
  await app.show(page, '/projects/tides/builds/1');
  const question = page.getByRole('region', { name: 'Permission to run code' });
  await expect(question).toContainText(url);
  await asked();
  await question.getByRole('button', { name: 'Allow and build' }).click();
  await expect(heading(page)).toHaveText('Build 2');
  await expect(stepHeader(page, /pipe-0/)).toContainText('running');
}

test('the log of a running build is followed, stops following while the user reads, and is followed again to its end', async ({
  page,
  app,
  repository,
}) => {
  await openRunning(page, app, repository.url);
  const follow = page.getByRole('switch', { name: 'Follow' });
  await repository.writeLine(0, lines(1, 30));
  await expect(outputLine(page, 30)).toBeInViewport();
  await repository.writeLine(0, lines(31, 450));
  await expect(outputLine(page, 450)).toBeInViewport();
  await expect(follow).toBeChecked();
  // A line may arrive in two chunks.
  await repository.writeLine(0, 'WARNING: half');
  await expect(log(page).getByText('WARNING: half', { exact: true })).toBeInViewport();
  await repository.writeLine(0, ' a line\nERROR: something\n');
  await expect(log(page).getByText('WARNING: half a line')).toBeInViewport();
  await expect(page.getByRole('button', { name: /^1 error/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^1 warning/ })).toBeVisible();

  // Scrolling up stops following.
  await log(page).hover();
  await page.mouse.wheel(0, -3000);
  await expect(follow).not.toBeChecked();
  await expect(outputLine(page, 450)).not.toBeInViewport();
  const top = () => log(page).evaluate(({ scrollTop }) => scrollTop);
  await page.getByRole('searchbox', { name: 'Find in log' }).fill('needle');
  await expect(page.getByText('none', { exact: true })).toBeVisible();
  const before = await top();
  await repository.writeLine(0, `${lines(453, 600)}the needle\n`);
  await expect(page.getByRole('status').filter({ hasText: /^1$/ })).toBeVisible();
  expect(await top()).toBe(before);
  await page.getByRole('searchbox', { name: 'Find in log' }).fill('');
  await page.getByRole('button', { name: 'Go to end' }).click();
  await expect(log(page).getByText('the needle')).toBeInViewport();
  await expect(follow).toBeChecked();
  await repository.writeLine(0, lines(602, 700));
  await expect(outputLine(page, 700)).toBeInViewport();
  await page.getByRole('button', { name: 'Wrap lines' }).click();
  await repository.writeLine(0, `${'wide '.repeat(500)}\n${lines(702, 720)}`);
  await expect(outputLine(page, 720)).toBeInViewport();

  await repository.finishCommand(0);
  await expect(stepHeader(page, /pipe-1/)).toContainText('running');
  await expect(stepHeader(page, /pipe-0/)).toHaveAttribute('aria-expanded', 'false');
  await repository.writeLine(1, lines(1001, 1003));
  await expect(outputLine(page, 1003)).toBeInViewport();
  await repository.finishCommand(1);
  await expect(page.getByText(/^Passed/)).toBeVisible();
  // Output of the command before collapses if the window saw one of the short commands after it run.
  await expect(stepHeader(page, /index\.html/)).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Open docs' })).toHaveAttribute(
    'href',
    /^http:\/\/tides\.localhost:\d+\/en\/latest\/$/,
  );
  await expect(page.getByRole('button', { name: 'Cancel build' })).toHaveCount(0);
});

test('a followed build that fails scrolls to its first error, and a long command to the command after it', {
  tag: '@long',
}, async ({ page, app, repository }) => {
  const pipe = repository.url.replace('file://', '').replace(/tides$/, 'pipe-1.bad');
  await test.step('a followed build that fails scrolls to its first error', async () => {
    await openRunning(page, app, repository.url);
    await repository.writeLine(0, 'done\n');
    await repository.finishCommand(0);
    writeFileSync(pipe, '');
    await repository.writeLine(1, `${lines(1, 200)}ERROR: the tide is out\n${lines(202, 500)}`);
    await expect(outputLine(page, 500)).toBeInViewport();
    await repository.finishCommand(1);
    await expect(page.getByText(/^Failed/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Why it failed' })).toContainText('exit code 1');
    await expect(log(page).getByText('ERROR: the tide is out')).toBeInViewport();
  });
  await test.step('following a long command shows the command after it', async () => {
    rmSync(pipe);
    await app.desk('builds.trigger', { project: 'tides', version: 'latest' });
    await app.show(page, '/projects/tides/builds/3');
    await expect(stepHeader(page, /pipe-0/)).toContainText('running');
    await repository.writeLine(0, 'done\n');
    await repository.finishCommand(0);
    await repository.writeLine(1, 'begun\n');
    await expect(log(page).getByText('begun')).toBeInViewport();
    // A section that the user opened stays open when others start.
    await stepHeader(page, /pipe-1/).click();
    await expect(stepHeader(page, /pipe-1/)).toHaveAttribute('aria-expanded', 'false');
    await stepHeader(page, /pipe-1/).click();
    await repository.writeLine(1, lines(1, 20_000));
    await expect(outputLine(page, 20_000)).toBeInViewport();
    await repository.finishCommand(1);
    await expect(page.getByText(/^Passed/)).toBeVisible();
    await expect(stepHeader(page, /index\.html/)).toBeInViewport();
    // Scrolling away is possible at once.
    await log(page).hover();
    await page.mouse.wheel(0, -400);
    await expect(stepHeader(page, /index\.html/)).not.toBeInViewport();
  });
});

test('another build of the same version waits, a cancelled build keeps its output, and axe finds nothing', {
  tag: '@long',
}, async ({ page, app, repository }) => {
  await test.step('a build that waits for another one of the same version says so', async () => {
    await openRunning(page, app, repository.url, async () => {
      await page.setViewportSize({ width: 900, height: 600 });
      expect(await violations(page, { where: 'question' })).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
    });
    await app.desk('builds.trigger', { project: 'tides', version: 'latest' });
    await app.show(page, '/projects/tides/builds/3');
    await expect(page.getByText('Waiting for build 2 of the same version to finish.')).toBeVisible();
    await expect(page.locator('dt:has-text("Builder") + dd')).toHaveText('Not known yet');
  });
  await test.step('a cancelled build keeps its output', async () => {
    await app.desk('build.cancel', { project: 'tides', id: 3 });
    await app.show(page, '/projects/tides/builds/2');
    await expect(stepHeader(page, /pipe-0/)).toContainText('running');
    await repository.writeLine(0, lines(1, 3));
    await expect(outputLine(page, 3)).toBeInViewport();
    await page.getByRole('button', { name: 'Cancel build' }).click();
    await expect(page.getByText(/^Cancelled/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await expect(outputLine(page, 3)).toBeInViewport();
    await expect(log(page).getByText('running', { exact: true })).toHaveCount(0);
    // Nothing counts as failed, whatever the exit code of the last command.
    await expect(page.getByText(/^ ?Cancelled after .+\. Nothing was published\. By mira\.$/)).toBeVisible();
    await expect(stepHeader(page, /pipe-0/)).toContainText('cancelled');
    await expect(log(page).getByText(/exit code/)).toHaveCount(0);
    await expect(page.getByRole('img', { name: 'Failed' })).toHaveCount(0);
  });
  await test.step('axe finds nothing in a log that grows or is cancelled', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    await repository.finishCommand(0);
    await app.desk('builds.trigger', { project: 'tides', version: 'latest' });
    await app.show(page, '/projects/tides/builds/4');
    await expect(stepHeader(page, /pipe-0/)).toContainText('running');
    await repository.writeLine(0, `ERROR: x\nWARNING: y\n${lines(3, 90)}`);
    await expect(outputLine(page, 90)).toBeInViewport();
    await log(page).hover();
    await page.mouse.wheel(0, -900);
    await expect(page.getByRole('button', { name: 'Go to end' })).toBeVisible();
    expect(await violations(page, { where: 'running' })).toEqual([]);
    await page.getByRole('button', { name: 'Cancel build' }).click();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(await violations(page, { where: 'cancelled' })).toEqual([]);
  });
});
