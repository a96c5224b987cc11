import { expect, test } from 'vitest';
import { titleBar } from '../../../src-main/windows/themes.ts';

test('the title bar leaves room for the window buttons of each system', () => {
  expect(titleBar('darwin', true)).toEqual({ titleBarStyle: 'hiddenInset', titleBarOverlay: { height: 40 } });
  for (const platform of ['linux', 'win32'] as const) {
    expect(titleBar(platform, false)).toEqual({
      titleBarStyle: 'hidden',
      titleBarOverlay: { color: '#E8E4DC', symbolColor: '#514D52', height: 39 },
    });
  }
});
