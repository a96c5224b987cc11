import { describe, expect, test } from 'vitest';
import {
  MIN_SIZE,
  placeWindow,
  screenToRestore,
  WindowState,
} from '../../../src-main/windows/window-state.ts';

const main = { x: 0, y: 25, width: 1920, height: 1055 };
const left = { x: -1280, y: 0, width: 1280, height: 1024 };

describe('the window opens', () => {
  test.each([
    ['in the middle, the first time', undefined, [main], { x: 320, y: 153, width: 1280, height: 800 }],
    [
      'at its last position',
      { x: 100, y: 90, width: 1000, height: 700 },
      [main],
      { x: 100, y: 90, width: 1000, height: 700 },
    ],
    [
      'at its last position on the second display',
      { x: -1200, y: 10, width: 1000, height: 700 },
      [main, left],
      { x: -1200, y: 10, width: 1000, height: 700 },
    ],
    [
      'in the middle of the first when the second is gone',
      { x: -1200, y: 10, width: 1000, height: 700 },
      [main],
      { x: 460, y: 203, width: 1000, height: 700 },
    ],
    [
      'in the middle when its title bar is out of reach',
      { x: 1900, y: 300, width: 1000, height: 700 },
      [main],
      { x: 460, y: 203, width: 1000, height: 700 },
    ],
    [
      'in the middle when its title bar is above the display',
      { x: 300, y: 0, width: 1000, height: 700 },
      [main],
      { x: 460, y: 203, width: 1000, height: 700 },
    ],
    [
      'in the middle when it is below the display',
      { x: 300, y: 1070, width: 1000, height: 700 },
      [main],
      { x: 460, y: 203, width: 1000, height: 700 },
    ],
    [
      'no larger than the display',
      { x: 0, y: 25, width: 4000, height: 3000 },
      [main],
      { x: 0, y: 25, width: 1920, height: 1055 },
    ],
    [
      'no smaller than its minimum size',
      { x: 0, y: 25, width: 200, height: 1 },
      [main],
      { x: 0, y: 25, ...MIN_SIZE },
    ],
    [
      'at its smallest on a tiny display',
      undefined,
      [{ x: 0, y: 0, width: 800, height: 480 }],
      { x: 0, y: 0, ...MIN_SIZE },
    ],
    ['at the origin when no display is known', undefined, [], { x: 0, y: 0, width: 1280, height: 800 }],
  ])('%s', (_name, saved, displays, expected) => {
    expect(placeWindow(saved, displays)).toEqual(expected);
  });
});

describe('the restored screen', () => {
  test.each([
    ['/projects/almanac/builds/17?q=a#log-3', '/projects/almanac/builds/17?q=a#log-3'],
    ['/', '/'],
    ['', '/'],
    ['projects', '/'],
    ['//evil.example/', '/'],
    ['https://evil.example/', '/'],
    ['/recovery/', '/'],
    ['/desk/system.state', '/'],
    ['/\\evil.example', '/\\evil.example'],
  ])('%j -> %j', (saved, shown) => {
    expect(screenToRestore(saved)).toBe(shown);
  });
});

test('the saved state is validated', () => {
  expect(WindowState.parse({})).toEqual({ maximized: false, screen: '/', theme: 'system' });
  for (const bad of [
    { bounds: { x: 0, y: 0, width: 0, height: 700 } },
    { bounds: { x: 0.5, y: 0, width: 900, height: 700 } },
    { theme: 'blue' },
    { screen: 'x'.repeat(2049) },
  ]) {
    expect(WindowState.safeParse(bad).success).toBe(false);
  }
});
