import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Options = {
  /** Stands in front of each finding, for a test that looks at several screens. */
  readonly where?: string;
};

/** What axe finds wrong with the page once it has come to rest, as `RULE: MARKUP`; nothing when all is well. */
export async function violations(page: Page, options: Options = {}): Promise<readonly string[]> {
  const { where } = options;
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  await waitForAnimations(page);
  // The other mode adds a page to the context for its sums, which Electron's cannot have; ours has no foreign frames.
  const { violations: rules } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const prefix = where === undefined ? '' : `${where}: `;
  return rules.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${prefix}${id}: ${html}`));
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
