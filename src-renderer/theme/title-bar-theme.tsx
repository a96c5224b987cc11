import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useThemeEvents } from './choose-theme.ts';

/**
 * Applies the theme that a command chooses, and sends the colour scheme to the window's frame, so that the system's
 * buttons on it stay visible.
 */
export function TitleBarTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useThemeEvents({ choose: setColorScheme });
  useEffect(() => {
    void window.lectern?.setTitleBarTheme(colorScheme === 'auto' ? 'system' : colorScheme);
  }, [colorScheme]);
  return null;
}
