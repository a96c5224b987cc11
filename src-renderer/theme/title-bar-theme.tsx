import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';

/** Tells the window's frame which colours the page has, so that the system's keys on it can be seen. */
export function TitleBarTheme() {
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => {
    void window.lectern?.setTitleBarTheme(colorScheme === 'auto' ? 'system' : colorScheme);
  }, [colorScheme]);
  return null;
}
