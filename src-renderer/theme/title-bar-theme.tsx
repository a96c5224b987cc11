import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';

/** Sends the colour scheme to the window's frame, so that the system's buttons on it stay visible. */
export function TitleBarTheme() {
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => {
    void window.lectern?.setTitleBarTheme(colorScheme === 'auto' ? 'system' : colorScheme);
  }, [colorScheme]);
  return null;
}
