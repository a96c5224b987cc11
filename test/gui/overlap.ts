import type { Locator } from '@playwright/test';

/** Sizes of the window at which nothing may be cut or covered. */
export const SIZES = [
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** Tells whether two elements that are shown lie over each other. */
export async function overlaps(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('It is not shown.');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
