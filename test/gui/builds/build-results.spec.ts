import type { Page } from '@playwright/test';
import { hasProgram } from '../../support/runner/programs.ts';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';

const CREATED = '2026-03-01T10:00:00Z';
const at = (second: number) => CREATED.replace('00Z', `${String(second).padStart(2, '0')}Z`);
const command = (text: string, output: string, exit_code: number, from: number, to: number) => ({
  ...{ command: text, description: '', output, exit_code, start_time: at(from), end_time: at(to) },
});
const CLONE = command('git clone .', 'Cloning\n', 0, 0, 1);
const READ = command('cat docs/.readthedocs.yaml', 'build: {}\n', 0, 1, 2);
const INSTALL = 'pip install -r docs/requirements.txt';
const UNREACHABLE = 'ERROR: No matching distribution found for tidetable\n';
const REPOSITORY = 'https://git.example.org/harbour/tidewater.git';
const RETRY_HERE = 'Retry with the tools installed here';
const CONFIG = { version: '2', mkdocs: { configuration: 'mkdocs.yml' } };
/** The note as an earlier Lectern worded it, in a log that is kept. */
const OFFLINE_NOTE =
  'Lectern: the index of packages cannot be reached, or lacks this. Without a network this project can be built with what this machine has: its settings, "Build with".';

const failed = (id: number, more: object) => ({
  ...{ id, created: CREATED, state: 'finished', success: false, duration: 12, ...more },
});

const OFFLINE = failed(6, {
  config: CONFIG,
  commands: [CLONE, READ, command(INSTALL, `${UNREACHABLE}${OFFLINE_NOTE}\n`, 1, 2, 9)],
});
const BROKEN = failed(2, { config: CONFIG, commands: [CLONE, READ, command(INSTALL, UNREACHABLE, 1, 2, 9)] });
const CANCELLED = failed(3, {
  error: 'Cancelled by mira.',
  commands: [CLONE, command('sphinx-build', 'reading\n', 143, 1, 12)],
});
const NEVER_STARTED = failed(4, { error: 'Cancelled: superseded by build 5.', duration: null });
const REFUSED = failed(5, {
  error: 'In docs/.readthedocs.yaml: "version" is missing.',
  commands: [CLONE, READ],
});

test.skip(!hasProgram('sphinx-build'), 'Needs Sphinx');
test.use({
  startsAt: null,
  seed: {
    users: [{ username: 'mira' }],
    projects: [
      {
        ...{ slug: 'tidewater', name: 'Tidewater', users: ['mira'], language: 'en' },
        repository: { url: REPOSITORY, type: 'git' },
        versions: [
          {
            ...{ slug: 'latest', verbose_name: 'latest', identifier: 'main', type: 'branch' },
            ...{ active: true, built: false, builds: [BROKEN, CANCELLED, NEVER_STARTED, REFUSED] },
          },
          {
            ...{ slug: 'next', verbose_name: 'next', identifier: 'next', type: 'branch' },
            ...{ active: true, built: false, builds: [OFFLINE] },
          },
        ],
      },
    ],
  },
});

async function open(page: Page, app: HeadlessApp, id: number): Promise<void> {
  await app.show(page, `/projects/tidewater/builds/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Build ${id}`);
}

const failureReason = (page: Page) => page.getByRole('region', { name: 'Why it failed' });
const fact = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');

test('a build says why it ended and what built it, and a small window leaves out counts', async ({
  page,
  app,
}) => {
  await test.step('an install without a network offers the tools that are installed here', async () => {
    await open(page, app, 2);
    await expect(page.getByRole('region', { name: 'Log' }).getByText(UNREACHABLE.trim())).toBeVisible();
    await expect(failureReason(page).getByRole('button')).toHaveCount(0);
    await open(page, app, 6);
    await expect(failureReason(page)).toContainText(`“${INSTALL}” ended with exit code 1.`);
    await expect(failureReason(page)).toContainText('The tools installed here need no network.');
    await expect(failureReason(page).getByRole('button', { name: RETRY_HERE })).toBeVisible();
  });
  await test.step('a cancelled build is not shown as failed', async () => {
    await open(page, app, 3);
    await expect(page.getByText('Cancelled after 12 s. Nothing was published. By mira.')).toBeVisible();
    const stepButton = page
      .getByRole('region', { name: 'Log' })
      .getByRole('button', { name: /sphinx-build/ });
    await expect(stepButton).toHaveAccessibleName(/^Cancelled .*cancelled/);
    await expect(page.getByText(/exit code/)).toHaveCount(0);
    await expect(page.getByRole('img', { name: 'Failed' })).toHaveCount(0);
    await open(page, app, 4);
    await expect(
      page.getByText('Cancelled before it started. Nothing was published. Superseded by build 5.'),
    ).toBeVisible();
    await app.show(page, '/projects/tidewater');
    await expect(page.getByRole('link', { name: /superseded by build 5/ })).not.toContainText('Cancelled:');
  });
  await test.step('the builder is shown once a configuration was accepted', async () => {
    await open(page, app, 6);
    await expect(fact(page, 'Builder')).toHaveText('MkDocs');
    await expect(fact(page, 'Config')).toHaveText('docs/.readthedocs.yaml');
    await open(page, app, 3);
    await expect(fact(page, 'Builder')).toHaveText('Unknown');
    await expect(fact(page, 'Config')).toHaveText('None');
    // A rejected configuration is only in the log.
    await open(page, app, 5);
    await expect(fact(page, 'Builder')).toHaveText('Unknown');
    await fact(page, 'Config').getByRole('button', { name: 'docs/.readthedocs.yaml' }).click();
    await expect(page.getByRole('region', { name: 'Log' }).getByText('build: {}')).toBeVisible();
  });
  await test.step('in a small window the filters of builds leave out the counts', async () => {
    await app.show(page, '/builds');
    const states = page.getByRole('radiogroup', { name: 'State' });
    const failed = states.getByText('Failed');
    await expect(failed).toHaveText(/^Failed\s*3$/, { useInnerText: true });
    await page.setViewportSize({ width: 900, height: 600 });
    await expect(failed).toHaveText('Failed', { useInnerText: true });
    const isWhole = (field: HTMLElement | SVGElement) => {
      if (!(field instanceof HTMLInputElement)) return false;
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const pen = new OffscreenCanvas(1, 1).getContext('2d');
      if (!pen) return false;
      pen.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return pen.measureText(field.placeholder).width <= room;
    };
    for (const name of ['Project', 'Version', 'Filter by commit']) {
      expect(
        await page.getByRole('main').getByLabel(name, { exact: true }).first().evaluate(isWhole),
        name,
      ).toBe(true);
    }
  });
  await test.step('a build is retried with the installed tools from wherever its failure is said', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const [path, name] of [
      ['/projects/tidewater/builds', 'Retry with installed tools: build 6'],
      ['/builds', 'Retry with installed tools: build 6'],
      ['/projects', 'Retry with installed tools: Tidewater'],
    ] as const) {
      await app.show(page, path);
      await expect(page.getByRole('button', { name: /^Retry with installed tools/ })).toHaveCount(1);
      await expect(page.getByRole('button', { name })).toBeVisible();
    }
    expect(await violations(page)).toEqual([]);
    await app.show(page, '/projects/tidewater');
    const notice = page.getByRole('region', { name: 'What makes the build pass' });
    await expect(notice).toContainText('Build 6 could not install its packages');
    expect(await violations(page)).toEqual([]);
    await app.desk('builds.trust', [{ slug: 'tidewater', repositoryUrl: REPOSITORY }]);
    await notice.getByRole('button', { name: RETRY_HERE }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Build 7');
    await expect(page.getByText('tidewater builds with the installed tools from now on')).toBeVisible();
    expect(await app.desk('project.details', { slug: 'tidewater' })).toMatchObject({
      values: { build_tools: 'machine' },
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => app.desk('project.details', { slug: 'tidewater' }))
      .toMatchObject({ values: { build_tools: 'own' } });
  });
});
