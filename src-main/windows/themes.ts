/** Chosen theme; `system` follows the machine. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Colours of the window before and around its page, as in the theme of the page. */
export type FrameColours = { readonly background: string; readonly symbols: string };

/** Title bar of the page, in which the system draws its window buttons. */
export const TITLE_BAR_HEIGHT = 40;

/** Returns the frame for a dark or a light page, so that nothing flashes before the page is drawn. */
export function frameColours(dark: boolean): FrameColours {
  return dark ? { background: '#0E0E14', symbols: '#BBB8BA' } : { background: '#E8E4DC', symbols: '#514D52' };
}
