/** What the person chose; `system` follows the machine. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Colours that the window has before and around its page: tokens desk and ink of the look. */
export type FrameColours = { readonly background: string; readonly symbols: string };

/** The page's title bar, in which the system draws its window keys. */
export const TITLE_BAR_HEIGHT = 40;

/** The frame for a dark or a light page, so that nothing flashes before the page is there. */
export function frameColours(dark: boolean): FrameColours {
  return dark ? { background: '#0E0E14', symbols: '#BBB8BA' } : { background: '#E8E4DC', symbols: '#514D52' };
}
