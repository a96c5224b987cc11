import { describe, expect, test } from 'vitest';
import { trayItems, trayText } from '../../../src-main/menu/tray-items.ts';
import { quitQuestion } from '../../../src-main/windows/quit-question.ts';
import { buildNotice } from '../../../src-server/model/builds/build-notice.ts';
import { NOT_TRUSTED, notTrustedMessage } from '../../../src-server/model/builds/build-trust.ts';

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

  test('offers to open, to copy the address if there is one, and to quit', () => {
    const actionsOf = (url: string | undefined) =>
      trayItems({ url, running: 0 }).flatMap(({ action: act }) => act ?? []);
    expect(actionsOf('http://127.0.0.1:8642')).toEqual(['open', 'copy', 'quit']);
    expect(actionsOf(undefined)).toEqual(['open', 'quit']);
  });
});

describe('the notification of a build', () => {
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
    [{ ...build, success: false, error: 'Cancelled by mira.' }, 'latest was cancelled by mira.'],
    [{ ...build, success: false, error: 'Cancelled.' }, 'latest was cancelled.'],
    [
      {
        ...build,
        success: false,
        error: notTrustedMessage({ slug: 'pip', repositoryUrl: 'https://example.org/a.git' }),
        duration: 0,
      },
      `latest was not built. ${NOT_TRUSTED}`,
    ],
  ])('%#', (input, body) => {
    expect(buildNotice(input)).toEqual({ title: 'Almanac', body, path: '/projects/almanac/builds/17' });
  });

  test('is omitted for a build replaced by a newer one', () => {
    const error = 'Cancelled: superseded by build 18.';
    expect(buildNotice({ ...build, success: false, error })).toBeUndefined();
  });

  test('is never longer than desktops show', () => {
    const notice = buildNotice({ ...build, success: false, error: 'x'.repeat(5000) });
    expect(notice?.body).toHaveLength(200);
    expect(notice?.body).toMatch(/…$/);
  });
});

describe('the question before quitting', () => {
  test('is not asked when no build runs', () => {
    expect(quitQuestion(0)).toBeUndefined();
  });

  test.each([
    [1, '1 build is running. Quit and end it?'],
    [2, '2 builds are running. Quit and end them?'],
  ])('%i running: %s', (running, message) => {
    expect(quitQuestion(running)).toMatchObject({
      message,
      buttons: ['Quit', 'Keep building'],
      cancelId: 1,
    });
  });
});
