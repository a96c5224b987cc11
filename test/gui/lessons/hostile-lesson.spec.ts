import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../headless-app.ts';

test.use({ startsAt: null });

const LESSON = `---
title: Hostile
minutes: 5
---
Intro <script>window.hit = 1</script> <img src=x onerror="window.hit=2"> ![pic](https://evil.example/p.png)
[a](javascript:window.hit=3) [b](data:text/html,x) [c](//evil.example/) [d](https://good.example/)

<iframe src="https://evil.example/"></iframe>
<svg onload="window.hit=4"></svg>

## One
Text
`;
const RUNS_OR_LOADS =
  'script, iframe, img, object, [onerror], [onload], a[href^="javascript"], a[href^="data"]';

test('S19 hostile Markdown of a lesson runs nothing and loads nothing from elsewhere', async ({
  page,
  app,
}) => {
  mkdirSync(join(app.data, 'lessons'));
  writeFileSync(join(app.data, 'lessons', '09-hostile.md'), LESSON);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url)) elsewhere.push(request.url());
  });
  await page.goto(`${app.url}/projects`);
  await page.getByRole('button', { name: 'Take a lesson' }).click();
  await page.getByRole('button', { name: 'Hostile' }).click();
  const panel = page.getByRole('complementary', { name: 'Lessons' });
  await expect(panel.getByText('Intro')).toBeVisible();
  await expect(panel.locator(RUNS_OR_LOADS)).toHaveCount(0);
  await expect(panel.getByRole('link')).toHaveCount(1);
  expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined();
  expect(elsewhere).toEqual([]);
});
