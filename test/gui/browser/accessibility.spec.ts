import { liveTabs } from '../../screenshots/live-shots.ts';
import { oneOfEach } from '../../screenshots/one-of-each.ts';
import { GLOBAL_SHOTS, projectShots, type Shot } from '../../screenshots/shots.ts';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';
import { projectThere, pullFrom, startOtherSide } from '../sync/other-side.ts';

const PROJECT = 'tidewater';

async function newestBuild(app: HeadlessApp): Promise<number> {
  const { json } = await app.api('GET', `/api/v3/projects/${PROJECT}/builds/?limit=1`);
  const [build] = (json as { results: { id: number }[] }).results;
  if (!build) throw new Error('there is no build');
  return build.id;
}

test.describe('axe finds nothing', () => {
  test.use({ startsAt: null, seed: oneOfEach('mira') });

  test('on any screen', async ({ page, app }) => {
    test.slow();
    const shots = [...GLOBAL_SHOTS, ...projectShots(PROJECT, await newestBuild(app), 'mira')];
    const found: string[] = [];
    for (const shot of shots) found.push(...(await findViolations(shot)));
    expect(found).toEqual([]);

    async function findViolations(shot: Shot): Promise<readonly string[]> {
      await app.show(page, shot.path);
      await page.getByRole('main').waitFor();
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      await shot.prepare?.(page);
      const violationsHere = await violations(page, { where: shot.name });
      // A dialog would stay open over the next screen.
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      return violationsHere;
    }
  });
});

test.describe('axe finds nothing without projects', () => {
  test.use({ startsAt: null });

  test('on any screen', async ({ page, app }) => {
    test.slow();
    const found: string[] = [];
    for (const { name, path } of GLOBAL_SHOTS.filter(({ prepare }) => prepare === undefined)) {
      await app.show(page, path);
      await page.getByRole('main').waitFor();
      found.push(...(await violations(page, { where: name })));
    }
    expect(found).toEqual([]);
  });
});

test.describe('axe finds nothing with a linked account', () => {
  test.use({ startsAt: null });

  test('on any of its tabs', async ({ page, app }) => {
    const there = await startOtherSide([projectThere('kettle')]);
    try {
      await pullFrom(app.desk, there);
      await app.show(page, '/live/there/incoming');
      await expect(page.getByText('1 pulled project')).toBeVisible();
      await app.api('PATCH', '/api/v3/projects/kettle/', { homepage: 'https://here.example' });
      const found: string[] = [];
      for (const { name, path } of [...liveTabs('there'), { name: 'linked', path: '/projects/kettle' }]) {
        await app.show(page, path);
        await page.getByRole('main').waitFor();
        await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
        found.push(...(await violations(page, { where: name })));
      }
      expect(found).toEqual([]);
    } finally {
      await there.stop();
    }
  });
});

test.describe('axe finds nothing at the first run', () => {
  test.use({ localUser: null });

  test('where a name is asked for', async ({ page }) => {
    await page.getByRole('main').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
