/* The colours of a terminal as those of the look, which are readable on its grounds in the light and in the dark. */

/** From where on around the circle of hues, in degrees, which colour is the nearest. */
const HUES = [
  [20, 'red'],
  [70, 'yellow'],
  [160, 'green'],
  [200, 'cyan'],
  [265, 'blue'],
  [330, 'magenta'],
  [360, 'red'],
] as const;
/** Less of a difference between the strongest and the weakest part of a colour is a grey. */
const MIN_SATURATION = 40;

/**
 * The nearest colour of the look to one of `255, 135, 0`; `dim` for a grey between. undefined for what is as good as the
 * usual one: black and white, of which a terminal has one for its letters.
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

/** Of letters: `red`, `dim`, or nothing for the usual colour. */
export function foregroundStyles(foreground: string | null): readonly string[] {
  const colour = foreground === null ? undefined : nearestColour(foreground);
  return colour === undefined ? [] : [colour];
}

const BACKGROUND_STYLES: Readonly<Record<string, string>> = {
  ...{ red: 'onRed', yellow: 'onYellow', green: 'onGreen', cyan: 'onCyan', blue: 'onBlue' },
  ...{ magenta: 'onMagenta', dim: 'onGrey' },
};

/**
 * Of letters on a ground of their own, which are drawn in one colour whatever theirs is, so that they can be read. With
 * `isSwapped` the colour of the letters is the ground.
 */
export function backgroundStyle(
  foreground: string | null,
  background: string | null,
  isSwapped: boolean,
): string | undefined {
  if (isSwapped) return BACKGROUND_STYLES[foregroundStyles(foreground)[0] ?? ''] ?? 'onText';
  if (background === null) return undefined;
  // A white ground stands out from a terminal's, a black one does not.
  return (
    BACKGROUND_STYLES[nearestColour(background) ?? ''] ??
    (Number.parseInt(background, 10) > 128 ? 'onGrey' : undefined)
  );
}
