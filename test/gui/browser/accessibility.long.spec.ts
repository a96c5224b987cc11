import { liveTabs } from '../../screenshots/live-shots.ts';
import { GLOBAL_SHOTS } from '../../screenshots/shots.ts';
import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';
import { projectThere, pullFrom, startOtherSide } from '../sync/other-side.ts';

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
