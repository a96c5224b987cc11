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

/** Title bar that the page draws itself, with the window buttons that the system adds. */
export type TitleBar = {
  readonly titleBarStyle: 'hidden' | 'hiddenInset';
  readonly titleBarOverlay: {
    readonly height: number;
    readonly color?: string;
    readonly symbolColor?: string;
  };
};

/**
 * Returns the title bar of a window. Its height centres the buttons of macOS and lets the page know the room that they take
 * (`titlebar-area-x`); elsewhere it leaves the page's border below it visible.
 */
export function titleBar(platform: NodeJS.Platform, dark: boolean): TitleBar {
  const { background, symbols } = frameColours(dark);
  if (platform === 'darwin') {
    return { titleBarStyle: 'hiddenInset', titleBarOverlay: { height: TITLE_BAR_HEIGHT } };
  }
  const titleBarOverlay = { color: background, symbolColor: symbols, height: TITLE_BAR_HEIGHT - 1 };
  return { titleBarStyle: 'hidden', titleBarOverlay };
}
