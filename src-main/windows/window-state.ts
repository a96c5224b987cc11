import { z } from 'zod';
import { appPath, isRecoveryPath, ORIGIN } from '../security/origin.ts';
import { THEMES } from './themes.ts';

/** Rectangle in the units of the screen. */
export type Bounds = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const bounds = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });

/** Saved state of the window (userData/window.json). */
export const WindowState = z.object({
  bounds: bounds.optional(),
  maximized: z.boolean().default(false),
  /** Path of the screen shown last. */
  screen: z.string().max(2048).default('/'),
  theme: z.enum(THEMES).default('system'),
});
export type WindowState = z.output<typeof WindowState>;

/** Smallest size for which the screens are designed. */
export const MIN_SIZE = { width: 900, height: 600 } as const;
const DEFAULT_SIZE = { width: 1280, height: 800 } as const;
/** Part of the title bar that must be on a display so that the window can be moved. */
const TITLE_BAR_GRIP = { width: 120, height: 24 } as const;

/**
 * Returns where the window opens: at its last position if a display still shows its title bar; otherwise in the middle of
 * the first display, no larger than that.
 * @param displays the work areas, the main one first
 */
export function placeWindow(saved: Bounds | undefined, displays: readonly Bounds[]): Bounds {
  const savedDisplay = saved && displays.find((display) => showsGrip(display, saved));
  if (saved && savedDisplay) return { x: saved.x, y: saved.y, ...sizeWithin(saved, savedDisplay) };
  const [main = { x: 0, y: 0, ...DEFAULT_SIZE }] = displays;
  const size = sizeWithin(saved ?? DEFAULT_SIZE, main);
  return {
    x: Math.round(main.x + Math.max(0, main.width - size.width) / 2),
    y: Math.round(main.y + Math.max(0, main.height - size.height) / 2),
    ...size,
  };
}

/** Returns the path of the saved screen, or of the first one when the saved address is not of our window. */
export function screenToRestore(saved: string): string {
  const path = saved.startsWith('/') && !saved.startsWith('//') ? appPath(ORIGIN + saved) : undefined;
  return path === undefined || isRecoveryPath(path) || path.startsWith('/desk/') ? '/' : path;
}

function sizeWithin(
  size: { width: number; height: number },
  display: Bounds,
): { width: number; height: number } {
  return {
    width: Math.max(MIN_SIZE.width, Math.min(size.width, display.width)),
    height: Math.max(MIN_SIZE.height, Math.min(size.height, display.height)),
  };
}

function showsGrip(display: Bounds, window: Bounds): boolean {
  const visibleWidth =
    Math.min(display.x + display.width, window.x + window.width) - Math.max(display.x, window.x);
  const visibleHeight = display.y + display.height - window.y;
  return (
    visibleWidth >= TITLE_BAR_GRIP.width && window.y >= display.y && visibleHeight >= TITLE_BAR_GRIP.height
  );
}
