import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

type Options = {
  /** Stands in front of each finding, for a test that looks at several screens. */
  readonly where?: string;
};

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of axe that compare colours: nothing but colours differs between the color schemes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe leaves out of its report: selectors, and results of rules that found nothing. */
const REPORT: RunOptions = { resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } };

/**
 * Returns what axe finds wrong with the page once nothing moves, as `SCHEME: RULE: MARKUP`: with every rule in light, with
 * the rules about colours in dark. Leaves the page in the color scheme that it had.
 */
export async function violations(page: Page, { where }: Options = {}): Promise<readonly string[]> {
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  const prefix = where === undefined ? '' : `${where}, `;
  const before = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const found: string[] = [];
  for (const [colorScheme, options] of [
    ['light', REPORT],
    ['dark', { ...REPORT, runOnly: COLOR_RULES }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await waitForAnimations(page);
    await expect.poll(() => shownColorScheme(page), 'the page follows the color scheme').toBe(colorScheme);
    found.push(...(await runAxe(page, options)).map((finding) => `${prefix}${colorScheme}: ${finding}`));
  }
  await page.emulateMedia({ colorScheme: before ? 'dark' : 'light' });
  return found;
}

/** Runs axe in the page, as `RULE: MARKUP`; loads it there first, once per document. */
async function runAxe(page: Page, options: RunOptions): Promise<readonly string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE_SOURCE);
  return page.evaluate(async (runOptions) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations: rules } = await axe.run(document, runOptions);
    return rules.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
}

/** Tells by the background whether the page is drawn light or dark. */
function shownColorScheme(page: Page): Promise<'light' | 'dark'> {
  return page.evaluate(() => {
    const channels = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
    const sum = channels.slice(0, 3).reduce((total, channel) => total + Number(channel), 0);
    return sum > (3 * 255) / 2 ? 'light' : 'dark';
  });
}

/** Waits until nothing moves or fades any more: what is half faded in has less contrast than it will have. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && ends(effect))
        .map(({ finished }) => finished.catch(() => undefined));
    const ends = (effect: AnimationEffect | null) =>
      Number.isFinite(Number(effect?.getComputedTiming().endTime ?? 0));
    const drawn = () => new Promise((done) => requestAnimationFrame(done));
    // A transition begins up to three frames after what asks for it, and one may begin at the end of another.
    let stableFrames = 0;
    while (stableFrames < 4) {
      const moving = running();
      await Promise.all(moving);
      await drawn();
      stableFrames = moving.length === 0 ? stableFrames + 1 : 0;
    }
  });
}
