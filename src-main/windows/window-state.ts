import { z } from 'zod';
import { isRecovery, ORIGIN, pathWithin } from '../security/origin.ts';
import { THEMES } from './themes.ts';

/** A rectangle in the screen's own units. */
export type Bounds = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const bounds = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });

/** What is remembered of the window (userData/window.json). */
export const WindowState = z.object({
  bounds: bounds.optional(),
  maximized: z.boolean().default(false),
  /** Path of the screen shown last. */
  screen: z.string().max(2048).default('/'),
  theme: z.enum(THEMES).default('system'),
});
export type WindowState = z.output<typeof WindowState>;

/** Below this the screens are not drawn. */
export const MINIMUM = { width: 900, height: 600 } as const;
const USUAL = { width: 1280, height: 800 } as const;
/** So much of the title bar must be on a display that a hand can take the window by it. */
const GRIP = { width: 120, height: 24 } as const;

/**
 * Where the window opens: where it was, if a display still shows its title bar; otherwise in the middle of the first
 * display, no larger than that.
 * @param displays the work areas, the main one first
 */
export function placeWindow(saved: Bounds | undefined, displays: readonly Bounds[]): Bounds {
  const home = saved && displays.find((display) => holdsGrip(display, saved));
  if (saved && home) return { x: saved.x, y: saved.y, ...sizeWithin(saved, home) };
  const [main = { x: 0, y: 0, ...USUAL }] = displays;
  const size = sizeWithin(saved ?? USUAL, main);
  return {
    x: Math.round(main.x + Math.max(0, main.width - size.width) / 2),
    y: Math.round(main.y + Math.max(0, main.height - size.height) / 2),
    ...size,
  };
}

/** The screen to show again, or the first one: a saved address counts only when it is of our window. */
export function screenToRestore(saved: string): string {
  const path = saved.startsWith('/') && !saved.startsWith('//') ? pathWithin(ORIGIN + saved) : undefined;
  return path === undefined || isRecovery(path) || path.startsWith('/desk/') ? '/' : path;
}

function sizeWithin(
  wanted: { width: number; height: number },
  display: Bounds,
): { width: number; height: number } {
  return {
    width: Math.max(MINIMUM.width, Math.min(wanted.width, display.width)),
    height: Math.max(MINIMUM.height, Math.min(wanted.height, display.height)),
  };
}

function holdsGrip(display: Bounds, window: Bounds): boolean {
  const across = Math.min(display.x + display.width, window.x + window.width) - Math.max(display.x, window.x);
  const below = display.y + display.height - window.y;
  return across >= GRIP.width && window.y >= display.y && below >= GRIP.height;
}
