import { describe, expect, test } from 'vitest';
import { buildNotice } from '../../src-main/build-notice.ts';
import { trayItems, trayText } from '../../src-main/tray-items.ts';

describe('the tray', () => {
  test.each([
    [{ url: 'http://127.0.0.1:8642', running: 0 }, 'Serving on 127.0.0.1:8642'],
    [{ url: 'http://127.0.0.1:8642', running: 1 }, 'Serving on 127.0.0.1:8642, 1 build running'],
    [{ url: 'http://[::1]:9000', running: 3 }, 'Serving on [::1]:9000, 3 builds running'],
    [{ url: undefined, running: 0 }, 'Not serving'],
  ])('%j: %s', (state, text) => {
    expect(trayText(state)).toBe(text);
    expect(trayItems(state)[0]).toEqual({ label: text });
  });

  test('offers to open, to copy the address where there is one, and to quit', () => {
    const acts = (url: string | undefined) => trayItems({ url, running: 0 }).flatMap(({ act }) => act ?? []);
    expect(acts('http://127.0.0.1:8642')).toEqual(['open', 'copy', 'quit']);
    expect(acts(undefined)).toEqual(['open', 'quit']);
  });
});

describe('the notice of a build', () => {
  const build = {
    id: 17,
    project: 'Almanac',
    slug: 'almanac',
    version: 'latest',
    success: true,
    error: '',
    duration: 34,
  };

  test.each([
    [build, 'latest built in 34 s.'],
    [{ ...build, duration: 74 }, 'latest built in 1:14.'],
    [{ ...build, duration: null }, 'latest built.'],
    [{ ...build, success: false }, 'latest failed in 34 s.'],
    [
      { ...build, success: false, error: 'No configuration file.' },
      'latest failed in 34 s. No configuration file.',
    ],
  ])('%#', (given, body) => {
    expect(buildNotice(given)).toEqual({ title: 'Almanac', body, path: '/projects/almanac/builds/17' });
  });

  test('is never longer than a desktop shows', () => {
    const { body } = buildNotice({ ...build, success: false, error: 'x'.repeat(5000) });
    expect(body).toHaveLength(200);
    expect(body.endsWith('…')).toBe(true);
  });
});
