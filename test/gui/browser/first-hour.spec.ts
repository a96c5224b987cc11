import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Locator, type Page } from '@playwright/test';
import { casesOf } from '../../support/faults-run.ts';
import { startLectern } from '../../support/program/lectern-process.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { createE2eRepository, TAGS } from '../desktop/e2e-repository.ts';
import { collectMessages, expect, readClipboard } from '../headless-app.ts';

// The first hour of a person with a Sphinx repository on this computer: from the welcome to the opened pages and a
// token in a terminal. Typing is no click. How long it took is said, and not tested.

const MAX_TO_PAGES = 6;
const MAX_CLICKS = 10;
/** As the era wrote it: the environment of the build sees the packages of the machine, so that a test needs no index. */
const SYSTEM_PACKAGES =
  'version: 2\npython:\n  system_packages: true\nsphinx:\n  configuration: docs/conf.py\n';

/** A package index that answers, until it is closed; nobody listens at its address then. */
async function openIndex(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server: Server = createServer((_, response) => void response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/simple/`, close: () => server.close() };
}

/** Environment of a server that knows this index alone, and the system's own Python. */
function environment(index: string): NodeJS.ProcessEnv {
  const none = { PIP_CONFIG_FILE: '/dev/null', PIP_FIND_LINKS: undefined, PIP_EXTRA_INDEX_URL: undefined };
  const proxies = {
    http_proxy: undefined,
    HTTP_PROXY: undefined,
    all_proxy: undefined,
    ALL_PROXY: undefined,
  };
  return { ...none, ...proxies, PIP_INDEX_URL: index, PATH: `/usr/bin:/bin:${process.env.PATH}` };
}

type Hour = { readonly page: Page; readonly window: string; readonly folder: string };

/** Goes from the welcome to a token in a terminal and counts the clicks; returns what the screen chose to build with. */
async function liveFirstHour({ page, window, folder }: Hour): Promise<string> {
  const start = performance.now();
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  await page.goto(window);
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused();
  await page.keyboard.type('mira');
  await click(page.getByRole('button', { name: 'Continue' }));
  await click(page.getByRole('button', { name: 'Import a project' }));
  await expect(page.getByRole('textbox', { name: 'Folder or repository URL' })).toBeFocused();
  await page.keyboard.type(join(folder, 'docs'));
  await expect(page.getByText('A folder with Sphinx docs inside a Git repository.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(folder);
  await expect(page.getByText('A Git repository with Sphinx docs.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Repository contents' })).toContainText(
    'Sphinx, docs/conf.py',
  );
  await click(page.getByRole('checkbox', { name: 'Allow builds to run its code' }));
  const tools = await chosenTools(page);
  await click(page.getByRole('button', { name: 'Import and build' }));
  await expect(page).toHaveURL(/\/projects\/almanac$/);

  const [docs] = await Promise.all([
    page.waitForEvent('popup'),
    // The link is there once the build has passed.
    click(page.getByRole('link', { name: 'Open docs' })),
  ]);
  await expect(docs.getByText('The tides of the harbour.')).toBeVisible();
  await docs.close();
  expect(clicks, 'clicks to the opened pages').toBeLessThanOrEqual(MAX_TO_PAGES);

  await click(page.getByRole('button', { name: 'Copy as curl' }));
  await click(page.getByRole('menuitem', { name: 'Copy with your token' }).nth(1));
  // What another test has copied is still there until then.
  await expect.poll(async () => (await readClipboard(page)).includes(new URL(window).origin)).toBe(true);
  const { results } = JSON.parse(shell(await readClipboard(page)));
  expect(results, 'one build, which passed').toMatchObject([{ success: true }]);
  expect(clicks, 'clicks in all').toBeLessThanOrEqual(MAX_CLICKS);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`First hour with ${tools}: ${clicks} clicks, ${seconds} s`);
  return tools;
}

/** Returns what the screen has chosen to build with, once it knows. */
async function chosenTools(page: Page): Promise<string> {
  const choice = page.getByRole('radiogroup', { name: 'Build with' });
  await expect(choice).toBeVisible();
  return (await choice.getByRole('radio', { checked: true }).getAttribute('value')) ?? '';
}

/** Runs a copied command as a terminal does. Its token is in no error. */
function shell(command: string): string {
  const script = command.replace(/^curl/, 'curl --silent --noproxy "*"');
  const { status, stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(status, 'exit code of curl').toBe(0);
  return stdout;
}

/** The ways of the first hour, of which `npm test` has the first. */
const WAYS = [
  {
    name: 'the installed tools are used without an index',
    isOnline: false,
    config: undefined,
    tools: 'machine',
  },
  {
    name: 'a fresh virtualenv is used where an index answers',
    isOnline: true,
    config: SYSTEM_PACKAGES,
    tools: 'own',
  },
];

for (const { name, isOnline, config, tools } of casesOf(WAYS, WAYS.length)) {
  base(`the first hour has few clicks and no failed build: ${name}`, async ({ page, context }) => {
    base.skip(
      !['git', 'sphinx-build', 'curl', 'python3-venv'].every(hasProgram),
      'Needs git, Sphinx, venv and curl',
    );
    const parent = mkdtempSync(join(tmpdir(), 'lectern-first-hour-'));
    const folder = join(parent, 'almanac');
    const repository = createE2eRepository(folder);
    // A release would be a second version that is built.
    execFileSync('git', ['-C', folder, 'tag', '--delete', ...TAGS]);
    if (config) repository.commit('Packages of the system', { '.readthedocs.yaml': config });
    const index = await openIndex();
    if (!isOnline) index.close();
    const args = ['--gui', '--data', join(parent, 'data')];
    const lectern = await startLectern(args, { builds: true, env: environment(index.url) });
    try {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const messages = collectMessages(page);
      const { window }: { window: string } = JSON.parse(await lectern.firstLine);
      expect(await liveFirstHour({ page, window, folder })).toBe(tools);
      expect(messages, 'the console stays empty').toEqual([]);
    } finally {
      await lectern.stop();
      index.close();
      rmSync(parent, { recursive: true, force: true });
    }
  });
}
