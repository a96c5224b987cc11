import { createUseExternalEvents, type MantineColorScheme } from '@mantine/core';

/** Lets code outside of components choose the theme. */
export const [useThemeEvents, createThemeEvent] = createUseExternalEvents<{
  choose: (scheme: MantineColorScheme) => void;
}>('lectern-theme');

/** Chooses the light or the dark theme, or with `auto` that of the system. */
export const chooseTheme = createThemeEvent('choose');
