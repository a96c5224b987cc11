/* Maps terminal colours to the theme's colours, which are readable in light and dark. */

/** Upper end of each colour's range of hues, in degrees. */
const HUES = [
  [20, 'red'],
  [70, 'yellow'],
  [160, 'green'],
  [200, 'cyan'],
  [265, 'blue'],
  [330, 'magenta'],
  [360, 'red'],
] as const;
/** A colour whose channels differ by less than this counts as grey. */
const MIN_SATURATION = 40;

/**
 * Returns the theme colour nearest to one such as `255, 135, 0`; `dim` for a middle grey. undefined for black and
 * white, one of which is the terminal's default.
 */
function nearestColour(colour: string): string | undefined {
  const [red = 0, green = 0, blue = 0] = colour.split(',').map(Number);
  const strongest = Math.max(red, green, blue);
  const range = strongest - Math.min(red, green, blue);
  if (range < MIN_SATURATION) return strongest > 60 && strongest < 180 ? 'dim' : undefined;
  const hueSector =
    strongest === red
      ? (green - blue) / range
      : strongest === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  const hue = (hueSector * 60 + 360) % 360;
  return HUES.find(([below]) => hue < below)?.[1];
}

/** Returns the style of a text colour: `red`, `dim`, or nothing for the default. */
export function foregroundStyles(foreground: string | null): readonly string[] {
  const colour = foreground === null ? undefined : nearestColour(foreground);
  return colour === undefined ? [] : [colour];
}

const BACKGROUND_STYLES: Readonly<Record<string, string>> = {
  ...{ red: 'onRed', yellow: 'onYellow', green: 'onGreen', cyan: 'onCyan', blue: 'onBlue' },
  ...{ magenta: 'onMagenta', dim: 'onGrey' },
};

/**
 * Returns the style of a background. Text on it is drawn in one readable colour, whatever its own. With `isSwapped`
 * (reverse video) the text colour is the background.
 */
export function backgroundStyle(
  foreground: string | null,
  background: string | null,
  isSwapped: boolean,
): string | undefined {
  if (isSwapped) return BACKGROUND_STYLES[foregroundStyles(foreground)[0] ?? ''] ?? 'onText';
  if (background === null) return undefined;
  // A white background stands out from a terminal's, a black one does not.
  return (
    BACKGROUND_STYLES[nearestColour(background) ?? ''] ??
    (Number.parseInt(background, 10) > 128 ? 'onGrey' : undefined)
  );
}
