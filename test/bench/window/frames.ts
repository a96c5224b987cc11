import type { Page } from '@playwright/test';
import { atMost, median, type Result } from '../report.ts';

/** A frame of the window: when it was, and how long after the one before, in milliseconds. */
export type Frame = { readonly at: number; readonly duration: number };

/** Frames before this are of what was asked first, such as code that is loaded once. */
const SETTLE_MS = 1_000;

/** Scrolls the list of a screen from its top to its end at a constant speed; returns the frames. */
export function scrollThrough(page: Page, milliseconds: number): Promise<readonly Frame[]> {
  return page.evaluate(recordFrames, { duration: milliseconds, isScrolled: true });
}

/** Returns the frames of this time, in which something else is done with the page. */
export function watchFrames(page: Page, milliseconds: number): Promise<readonly Frame[]> {
  return page.evaluate(recordFrames, { duration: milliseconds, isScrolled: false });
}

/** Makes a line of the longest frame, which must not be longer than 50 ms. */
export function longestFrame(name: string, frames: readonly Frame[], what: string): Result {
  const later = frames.filter(({ at }) => at > SETTLE_MS).map(({ duration }) => duration);
  const detail = `${later.length} frames ${what}, the middle one ${median(later).toFixed(1)} ms, in milliseconds`;
  return atMost(name, Math.max(...later), 50, detail);
}

/** Runs in the page. */
function recordFrames(options: { duration: number; isScrolled: boolean }): Promise<Frame[]> {
  const list = document.querySelector('[role="grid"]');
  if (!list) throw new Error('there is no list');
  const end = list.scrollHeight - list.clientHeight;
  return new Promise((resolve) => {
    const frames: { at: number; duration: number }[] = [];
    const startedAt = performance.now();
    let last = startedAt;
    const step = (now: number) => {
      frames.push({ at: now - startedAt, duration: now - last });
      last = now;
      const part = Math.min(1, (now - startedAt) / options.duration);
      if (options.isScrolled) list.scrollTop = end * part;
      if (part < 1) requestAnimationFrame(step);
      else resolve(frames);
    };
    requestAnimationFrame(step);
  });
}
