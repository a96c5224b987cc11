import { oneOfEach } from '../../screenshots/one-of-each.ts';
import { GLOBAL_SHOTS, projectShots, type Shot } from '../../screenshots/shots.ts';
import { casesOf } from '../../support/faults-run.ts';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';

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
    for (const shot of casesOf(shots, 4)) found.push(...(await findViolations(shot)));
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

test.describe('axe finds nothing at the first run', () => {
  test.use({ localUser: null });

  test('where a name is asked for', async ({ page }) => {
    await page.getByRole('main').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
