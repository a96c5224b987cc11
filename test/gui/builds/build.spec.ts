import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { oneOfEach } from '../../screenshots/one-of-each.ts';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, readClipboard, test } from '../headless-app.ts';

test.use({ startsAt: null });

const CREATED = '2026-03-01T10:00:00Z';
const COMMIT = 'c07d5a9b1e2f4c6d8a0b3c5d7e9f1a2b3c4d5e6f';
const MANY = 200_000;

const command = (text: string, output: string, exit_code = 0) => ({
  ...{
    command: text,
    description: '',
    output,
    exit_code,
    start_time: CREATED,
    end_time: '2026-03-01T10:00:02Z',
  },
});
const build = (id: number, more: object) => ({ id, created: CREATED, ...more });
const SUBJECT = `<img src=x onerror="document.title='owned'"> ${'and on '.repeat(25)}`.trim();
const text = { commit_subject: SUBJECT, commit_author: 'Zoë' };
const passed = { state: 'finished', success: true, duration: 42, commit: COMMIT, ...text };
const failed = { state: 'finished', success: false, duration: 12, commit: COMMIT };

/** A seed with one project that has these builds. */
function projectSeedWith(builds: readonly object[], more: object = {}): object {
  const version = {
    slug: '2.4',
    verbose_name: '2.4',
    identifier: COMMIT,
    type: 'tag',
    active: true,
    built: true,
  };
  const repository = { url: 'https://github.com/harbour/tidewater.git', type: 'git' };
  const project = { slug: 'tidewater', name: 'Tidewater', users: ['mira'], language: 'en', repository };
  return {
    users: [{ username: 'mira' }],
    projects: [{ ...project, ...more, versions: [{ ...version, builds }] }],
  };
}

const log = (page: Page) => page.getByRole('region', { name: 'Log' });
const line = (page: Page, number: number) => page.locator(`[data-line="${number}"]`);
const section = (page: Page, name: RegExp) => log(page).getByRole('button', { name });

async function open(page: Page, app: HeadlessApp, id: number, rest = ''): Promise<void> {
  await app.show(page, `/projects/tidewater/builds/${id}${rest}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Build ${id}`);
}

async function newestBuild(app: HeadlessApp): Promise<{ id: number; version: string }> {
  const { json } = await app.api('GET', '/api/v3/projects/tidewater/builds/?limit=1');
  const [newest] = (json as { results: { id: number; version: string }[] }).results;
  if (!newest) throw new Error('there is no build');
  return newest;
}

test.describe('a build that failed', () => {
  test.use({ seed: oneOfEach('mira') });

  test('shows its steps and its log, jumps to errors, is searched, copied, saved and retried', async ({
    page,
    app,
  }) => {
    await test.step('shows its steps with times and opens at its first error', async () => {
      await open(page, app, (await newestBuild(app)).id);
      await expect(page.getByText('Failed 42 s')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Why it failed' })).toContainText('exit code 2');
      const steps = page.getByRole('navigation', { name: 'Build steps' });
      await expect(steps.getByRole('listitem')).toHaveText([
        ...[/0:00Triggered/, /0:00Cloning3\.0 s/, /0:00git clone/, /0:03Installing9\.0 s/],
        ...[/0:03docs\/requirements\.txt/, /0:12Building30 s/, /0:12sphinx html/, /0:42Finished/],
      ]);
      await expect(steps.getByRole('button', { name: 'sphinx html' })).toHaveAttribute(
        'aria-current',
        'step',
      );
      await expect(section(page, /git clone/)).toHaveAttribute('aria-expanded', 'false');
      await expect(section(page, /sphinx/)).toHaveAttribute('aria-expanded', 'true');
      await expect(line(page, 10)).toContainText('ERROR: Unknown directive');
      await expect(line(page, 10)).toHaveAttribute('data-mark', 'error');
      await expect(line(page, 9)).toHaveAttribute('data-mark', 'warning');
      expect(
        await line(page, 5)
          .locator('span span')
          .first()
          .evaluate((span) => getComputedStyle(span).fontWeight),
      ).toBe('600');
    });
    await test.step('shows its first error in a small window as well', async () => {
      await page.setViewportSize({ width: 900, height: 600 });
      await open(page, app, (await newestBuild(app)).id);
      await expect(line(page, 10)).toBeInViewport({ ratio: 1 });
      const why = await page.getByRole('region', { name: 'Why it failed' }).boundingBox();
      expect(why?.height).toBeLessThanOrEqual(60);
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(page, app, (await newestBuild(app)).id);
    });
    await test.step('can be read by keyboard alone', async () => {
      await section(page, /sphinx/).focus();
      await page.keyboard.press('ArrowUp');
      await expect(section(page, /pip install/)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(section(page, /pip install/)).toHaveAttribute('aria-expanded', 'true');
      await page.keyboard.press('Home');
      await expect(section(page, /git clone/)).toBeFocused();
      await page.keyboard.press(' ');
      await expect(line(page, 1)).toContainText("Cloning into '.'");
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Line 1', exact: true })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('link', { name: 'Line 2', exact: true })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('link', { name: 'Line 3', exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/#L3$/);
    });
    await test.step('shows its configuration and its commit', async () => {
      await open(page, app, (await newestBuild(app)).id, '?view=config');
      await expect(page.getByRole('region', { name: 'Configuration' })).toContainText(
        'configuration: docs/conf.py',
      );
      await page.getByText('Commit', { exact: true }).click();
      await expect(page).toHaveURL(/\?view=commit$/);
      await expect(page.getByText(COMMIT)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Open commit' })).toHaveCount(0);
    });
    await test.step('jumps to errors and warnings, and links to a line survive a reload', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const { id } = await newestBuild(app);
      await open(page, app, id);
      await page.getByRole('button', { name: /^1 warning/ }).click();
      await expect(page).toHaveURL(/#L9$/);
      await page.getByRole('button', { name: /^1 error/ }).click();
      await expect(page).toHaveURL(/#L10$/);
      await line(page, 10).getByRole('button', { name: 'Copy line' }).click();
      await expect
        .poll(() => readClipboard(page))
        .toBe('docs/guides/neap.rst:88: ERROR: Unknown directive type "tidecurve".');
      await line(page, 10).getByRole('button', { name: 'Copy link' }).click();
      await expect.poll(() => readClipboard(page)).toBe(`${app.url}/projects/tidewater/builds/${id}#L10`);

      // A link to a line of a collapsed command opens it.
      await page.goto('about:blank');
      await open(page, app, id, '#L3');
      await expect(line(page, 3)).toContainText('Collecting tidetable==1.3.0');
      await expect(page.getByRole('link', { name: 'Line 3', exact: true })).toHaveAttribute(
        'aria-current',
        'location',
      );
      await page.getByRole('link', { name: 'Line 4', exact: true }).click();
      await expect(page).toHaveURL(/#L4$/);
      await page.reload();
      await expect(line(page, 4).getByRole('button', { name: 'Copy link' })).toBeVisible();
      await page.getByRole('link', { name: 'Line 4', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/builds/${id}$`));
    });
    await test.step('is searched, copied and saved', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const { id } = await newestBuild(app);
      await open(page, app, id);
      const field = page.getByRole('searchbox', { name: 'Find in log' });
      await field.waitFor();
      await page.keyboard.press('/');
      await expect(field).toBeFocused();
      await page.keyboard.type('TIDE');
      await expect(page.getByText('1 of 4')).toBeVisible();
      // The hit is in a collapsed command, which opens.
      await expect(line(page, 1)).toHaveCount(0);
      await expect(line(page, 3).locator('mark')).toHaveText('tide');
      await page.keyboard.press('Shift+Enter');
      await expect(page.getByText('4 of 4')).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByText('1 of 4')).toBeVisible();
      await expect(page).toHaveURL(/\?find=TIDE$/);
      await page.keyboard.type('less');
      await expect(page.getByText('none', { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(new RegExp(`/builds/${id}$`));

      await page.getByRole('button', { name: 'Copy log' }).click();
      await expect
        .poll(() => readClipboard(page))
        .toMatch(/^\$ git clone[\s\S]*\nSuccessfully installed tidetable-1\.3\.0\n[\s\S]*exit code 2\.\n$/);
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save raw log' }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe(`tidewater-${id}.log`);
      expect(readFileSync(await file.path(), 'utf8')).toContain('\u001b[32mSuccessfully installed\u001b[39m');
    });
    await test.step('is retried', async () => {
      const before = await newestBuild(app);
      await open(page, app, before.id);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('Queued', { exact: true })).toBeVisible();
      const after = await newestBuild(app);
      expect(after.id).toBeGreaterThan(before.id);
      expect(after.version).toBe(before.version);
      await expect(page).toHaveURL(new RegExp(`/builds/${after.id}$`));
      await expect(page.getByRole('heading', { name: 'Build queued' })).toBeVisible();
      await expect(page.getByText('mira, in the window')).toBeVisible();
    });
  });
});

test.describe('a log of 200,000 lines', () => {
  const longOutput = Array.from({ length: MANY }, (_, at) => `line ${at + 1} of a long output`);
  longOutput[149_999] = 'docs/guides/neap.rst:88: ERROR: Unknown directive type "tidecurve".';
  longOutput[199_999] = 'the needle';
  test.use({
    seed: projectSeedWith([
      build(7, { ...failed, commands: [command('make html', longOutput.join('\n'), 2)] }),
    ]),
  });

  test('is drawn only as far as it is visible, and never pulls back a user', { tag: '@long' }, async ({
    page,
    app,
  }) => {
    await test.step('is drawn only as far as it is visible', async () => {
      await open(page, app, 7);
      const rows = page.locator('[data-line]');
      // The screen opens at the error.
      await expect(line(page, 150_000)).toBeInViewport();
      expect(await rows.count()).toBeLessThan(1000);
      await page.getByRole('searchbox', { name: 'Find in log' }).fill('needle');
      await expect(line(page, 200_000)).toBeInViewport();
      await expect(line(page, 200_000).locator('mark')).toHaveText('needle');
      expect(await rows.count()).toBeLessThan(1000);

      await page.getByRole('button', { name: 'Wrap lines' }).click();
      await page.getByRole('button', { name: /^1 error/ }).click();
      await expect(line(page, 150_000)).toBeInViewport();
      await expect(line(page, 150_000)).toContainText('ERROR');
      await log(page).evaluate((element) => element.scrollTo({ top: 0 }));
      await expect(line(page, 1)).toBeInViewport();
      await expect(line(page, 1)).toContainText('line 1 of a long output');
      expect(await rows.count()).toBeLessThan(1000);
      await open(page, app, 7, '#L123456');
      await expect(line(page, 123_456)).toBeInViewport();
    });
    await test.step('a jump never pulls back a user who scrolls meanwhile', async () => {
      // Until the lines have loaded, the jump keeps correcting the scroll position.
      let answer = () => {};
      const answered = new Promise<void>((done) => {
        answer = done;
      });
      await page.route(
        ({ pathname }) => pathname.includes('build.output'),
        async (route) => {
          await answered;
          await route.continue();
        },
      );
      await page.goto('about:blank');
      await open(page, app, 7, '#L123456');
      await expect(line(page, 123_456)).toBeInViewport();
      await log(page).evaluate((element) => element.scrollTo({ top: 0 }));
      await expect(line(page, 1)).toBeInViewport();
      answer();
      await expect(line(page, 1)).toContainText('line 1 of a long output');
      await expect(line(page, 1)).toBeInViewport();
    });
  });
});

test.describe('odd logs', () => {
  const odd = [
    'start \u0001 bell \u0007 turned \u202e around',
    'half \ufffd a sign',
    `10 %\r50 %\r100 %`,
    '<img src=x onerror=alert(1)>',
    'x'.repeat(70_000),
    'end',
  ];
  const long = 'v'.repeat(63);
  test.use({
    seed: projectSeedWith(
      [
        build(1, { ...passed, commands: [command(`make ${'very '.repeat(300)}long`, odd.join('\n'))] }),
        build(2, { ...failed, error: 'No configuration file was found.', commands: [] }),
        build(3, { state: 'triggered', success: null }),
        build(4, { state: 'triggered', success: null }),
        build(5, {
          state: 'building',
          success: null,
          commit: COMMIT,
          commands: [command('git clone x', 'ok\n')],
        }),
        build(6, { ...failed, error: 'Cancelled by mira.' }),
      ],
      { name: `${'Long '.repeat(12)}name`.slice(0, 63) },
    ),
  });

  test('are shown as text, explained or not found, and axe finds nothing', { tag: '@long' }, async ({
    page,
    app,
  }) => {
    await test.step('are shown as text', async () => {
      await open(page, app, 1);
      await expect(line(page, 1)).toContainText('start \u2401 bell \u2407 turned \ufffd around');
      await expect(line(page, 2)).toContainText('half');
      await expect(line(page, 3)).toContainText(/^3100 %/);
      await expect(line(page, 4)).toContainText('<img src=x onerror=alert(1)>');
      await expect(line(page, 5)).toContainText('save the log to read the rest of this line');
      await page.getByRole('button', { name: 'Wrap lines' }).click();
      await page.getByRole('link', { name: 'Line 6', exact: true }).click();
      await expect(page).toHaveURL(/#L6$/);
      await page.reload();
      await expect(line(page, 6)).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
    });
    await test.step('are explained when they are missing', async () => {
      await open(page, app, 2);
      await expect(page.getByRole('region', { name: 'Why it failed' })).toHaveText(
        'No configuration file was found.',
      );
      await expect(page.getByRole('heading', { name: 'No commands ran' })).toBeVisible();
      await open(page, app, 2, '?view=config');
      await expect(page.getByRole('heading', { name: 'No configuration read' })).toBeVisible();
      await open(page, app, 4);
      await expect(page.getByText('One build is ahead of it.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
      await open(page, app, 6);
      await expect(page.getByText('Cancelled 12 s')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Why it failed' })).toHaveCount(0);
    });
    await test.step('a running build is followed until the user opens a section', async () => {
      await open(page, app, 5);
      const follow = page.getByRole('switch', { name: 'Follow' });
      await expect(follow).toBeChecked();
      await expect(line(page, 1)).toContainText('ok');
      await log(page).hover();
      await page.mouse.wheel(0, -10);
      await expect(follow).not.toBeChecked();
      await follow.press('Space');
      await expect(follow).toBeChecked();
      await log(page).press('PageUp');
      await expect(follow).not.toBeChecked();
    });
    await test.step('a passed build links to its docs and its commit', async () => {
      await open(page, app, 1, '?view=commit');
      const docs = page.getByRole('link', { name: 'Open docs' });
      await expect(docs).toHaveAttribute('href', /\/en\/2\.4\/$/);
      const subject = page.getByTitle(`${SUBJECT}, by Zoë`);
      await expect(subject).toHaveText(`${SUBJECT}, by Zoë`);
      expect(await subject.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(true);
      await expect(page.getByRole('term').filter({ hasText: 'Author' })).toBeVisible();
      await expect(page.locator('main img[src=x], img[src=x]')).toHaveCount(0);
      const commit = page.getByRole('link', { name: 'Open commit' });
      await expect(commit).toHaveAttribute('href', `https://github.com/harbour/tidewater/commit/${COMMIT}`);
    });
    await test.step('there is no build at another address', async () => {
      for (const address of ['99', '0', 'nonsense', `1${'0'.repeat(30)}`, '1.5']) {
        await app.show(page, `/projects/tidewater/builds/${address}`);
        await expect(page.getByRole('heading', { name: 'Not found', level: 1 }), address).toBeVisible();
      }
    });
    await test.step('there is no build of another project', async () => {
      await app.show(page, `/projects/${long}/builds/1`);
      await expect(page.getByRole('heading', { name: 'Not found', level: 1 })).toBeVisible();
    });
    await test.step('axe finds nothing', async () => {
      await page.setViewportSize({ width: 900, height: 600 });
      for (const [id, rest] of [
        [1, '#L2'],
        [2, ''],
        [3, ''],
        [5, '?find=ok'],
        [1, '?view=config'],
        [1, '?view=commit'],
      ] as const) {
        await open(page, app, id, rest);
        await page.getByRole('radio', { name: 'Log' }).waitFor({ state: 'attached' });
        expect(await violations(page)).toEqual([]);
      }
    });
  });
});
