import { expect, type Page, test } from '@playwright/test';
import { type DesktopApp, launchDesktop } from './desktop-app.ts';

// Electron's security checklist, as far as a running application can show it (safety S17).

let app: DesktopApp;
let page: Page;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  app = await launchDesktop();
  page = app.page;
  await page.waitForURL(({ host }) => host.startsWith('lectern'));
  await expect(page.locator('#root')).toContainText(/\w/);
  await app.electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url: string) => void opened.push(url);
  });
});
test.afterAll(() => app?.dispose());

/** What was opened in the browser since the last call. */
function takeOpenedUrls(): Promise<string[]> {
  return app.electron.evaluate(() => Reflect.get(globalThis, 'opened').splice(0));
}

const windowCount = () => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const mainUrl = () =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL());

/** Clicks a link to this address, as a page under somebody else's influence might. */
async function follow(url: string, target: '_self' | '_blank'): Promise<void> {
  await page.evaluate(
    ([href, where]) => {
      const link = document.createElement('a');
      Object.assign(link, { href, target: where });
      document.body.append(link);
      link.click();
      link.remove();
    },
    [url, target] as const,
  );
}

test('S17 its page is served from our own scheme, with no dangerous setting', async () => {
  expect(await mainUrl()).toMatch(/^app:\/\/lectern\//);
  const preferences = await preferencesOf('app://lectern/');
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
  });
  expect(preferences.enableBlinkFeatures ?? '').toBe('');
});

test('S17 the page sees nothing of Node or Electron', async () => {
  const seen = await page.evaluate(() => ({
    globals: ['require', 'process', 'module', 'global', 'Buffer', 'ipcRenderer', 'electron'].filter(
      (name) => name in window,
    ),
    bridge: Object.keys(window.lectern ?? {}).sort(),
    frozen: Object.isFrozen(window.lectern),
  }));
  expect(seen).toEqual({
    globals: [],
    bridge: [
      'chooseDataFolder',
      'onCommand',
      'openDocs',
      'openExternal',
      'openMenu',
      'pathOf',
      'pickFolder',
      'platform',
      'recovery',
      'revealFile',
      'setTitleBarTheme',
    ],
    frozen: true,
  });
});

test('S17 https goes to the browser, from a link and from window.open', async () => {
  const before = await mainUrl();
  await follow('https://example.org/self', '_self');
  await follow('https://example.org/blank', '_blank');
  await page.evaluate(() => void window.open('https://example.org/opened'));
  await expect
    .poll(takeOpenedUrlsNow)
    .toEqual(['https://example.org/blank', 'https://example.org/opened', 'https://example.org/self']);
  expect(await windowCount()).toBe(1);
  expect(await mainUrl()).toBe(before);
  await takeOpenedUrls();
});

for (const url of [
  'http://example.org/',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'data:text/html,x',
  'https://example.org@evil.example/',
]) {
  test(`S17 ${url} opens nothing`, async () => {
    const before = await mainUrl();
    for (const target of ['_self', '_blank'] as const) await follow(url, target);
    await page.evaluate((address) => void window.open(address), url);
    // What comes after has been decided after it.
    await follow('https://example.org/after', '_blank');
    await expect.poll(takeOpenedUrlsNow).toEqual(['https://example.org/after']);
    expect(await windowCount()).toBe(1);
    expect(await mainUrl()).toBe(before);
    await takeOpenedUrls();
  });
}

test('S17 permissions are denied', async () => {
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera'] as PermissionName[];
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
  });
  expect(states).toEqual(['denied', 'denied', 'denied']);
});

test('S17 the policy keeps foreign scripts, code from text and foreign addresses out', async () => {
  const attempts = await page.evaluate(async () => {
    const broken: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => broken.push(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    const frame = document.createElement('iframe');
    frame.src = 'https://example.org/';
    document.body.append(frame);
    const fetched = await fetch('https://example.org/').then(
      () => 'fetched',
      () => 'refused',
    );
    // What the tests' own hand runs at once is let through; what it leaves for later is the page's.
    const evaluated = await new Promise<string>((done) =>
      setTimeout(() => {
        try {
          done(new Function('return "evaluated"')());
        } catch {
          done('refused');
        }
      }),
    );
    script.remove();
    frame.remove();
    return { ran: 'ran' in window, fetched, evaluated, broken: [...new Set(broken)].sort() };
  });
  expect(attempts).toMatchObject({ ran: false, fetched: 'refused', evaluated: 'refused' });
  expect(attempts.broken).toEqual(expect.arrayContaining(['connect-src', 'script-src-elem']));
});

test('S17 the bridge answers our own page only', async () => {
  const answers = await app.electron.evaluate(async ({ ipcMain, BrowserWindow }) => {
    type Handler = (event: object, ...args: unknown[]) => Promise<unknown>;
    const handlers: Map<string, Handler> = Reflect.get(ipcMain, '_invokeHandlers');
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const ours = { url: 'app://lectern/projects', parent: null };
    const senders = [
      { sender: {}, senderFrame: ours },
      { sender: contents, senderFrame: { url: 'https://evil.example/', parent: null } },
      { sender: contents, senderFrame: { ...ours, parent: ours } },
      { sender: contents, senderFrame: null },
      { sender: contents, senderFrame: { url: 'app://lectern/recovery/', parent: null } },
    ];
    const channels = [...handlers.keys()].filter((name) => name.startsWith('lectern:'));
    const errors: string[] = [];
    for (const channel of channels) {
      for (const event of senders) {
        const answer = await Promise.resolve()
          .then(() => handlers.get(channel)?.(event))
          .then(
            () => 'answered',
            (error: unknown) => String(error),
          );
        errors.push(answer);
      }
    }
    return { channels: channels.length, heard: [...new Set(errors)] };
  });
  expect(answers).toEqual({ channels: 11, heard: ['Error: Not for this page.'] });
});

test('S17 the bridge opens and shows only what it may', async () => {
  const done = await page.evaluate(async (data) => {
    const bridge = window.lectern;
    if (!bridge) return [];
    return [
      await bridge.openExternal('http://example.org/'),
      await bridge.openExternal('file:///etc/passwd'),
      await bridge.openDocs('https://example.org/'),
      await bridge.openDocs('http://example.org/'),
      await bridge.revealFile('/etc/passwd'),
      await bridge.revealFile(`${data}/../..`),
      await bridge.openExternal('https://example.org/asked'),
    ];
  }, app.data);
  expect(done).toEqual([false, false, false, false, false, false, true]);
  expect(await takeOpenedUrls()).toEqual(['https://example.org/asked']);
  const malformed = await page.evaluate(() =>
    Promise.all(
      [5, '', null, { url: 'https://example.org' }].map((url) =>
        window.lectern?.openExternal(url as string).then(
          () => 'answered',
          () => 'refused',
        ),
      ),
    ),
  );
  expect(malformed).toEqual(['refused', 'refused', 'refused', 'refused']);
});

test('S17 webviews are refused, and so are bad certificates; no client certificate is sent', async () => {
  const refused = await app.electron.evaluate(({ app: electronApp, BrowserWindow }) => {
    let prevented = 0;
    let answer: boolean | undefined;
    let certificate: unknown[] | undefined;
    const event = { preventDefault: () => (prevented += 1) };
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const emit = (on: object | undefined, ...args: unknown[]) =>
      Reflect.apply(Reflect.get(on ?? {}, 'emit'), on, args);
    emit(contents, 'will-attach-webview', event, {}, {});
    emit(electronApp, 'certificate-error', event, contents, 'https://x/', 'bad', {}, (allowed: boolean) => {
      answer = allowed;
    });
    emit(
      electronApp,
      'select-client-certificate',
      event,
      contents,
      'https://x/',
      [],
      (...given: unknown[]) => {
        certificate = given;
      },
    );
    return { prevented, answer, certificate };
  });
  expect(refused).toEqual({ prevented: 3, answer: false, certificate: [] });
});

test('S17 S11 built docs open in a window of their own session, without a bridge, and cannot leave their host', async () => {
  const { port } = new URL(await serverUrl());
  const opening = app.electron.waitForEvent('window', { timeout: 0 });
  expect(
    await page.evaluate((url) => window.lectern?.openDocs(url), `http://almanac.localhost:${port}/`),
  ).toBe(true);
  const docs = await opening;
  await docs.waitForURL(`http://almanac.localhost:${port}/`);
  expect(await docs.evaluate(() => ['lectern' in window, 'require' in window])).toEqual([false, false]);
  const made = await app.electron.evaluate(({ BrowserWindow, session }) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().includes('almanac'),
    );
    const used = window?.webContents.session;
    return { own: used !== session.defaultSession, kept: used?.isPersistent() };
  });
  expect(made).toEqual({ own: true, kept: false });
  const preferences = await preferencesOf('http://almanac');
  expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  expect(preferences.preload ?? '').toBe('');
  await docs.evaluate((address) => {
    location.href = address;
  }, `http://other.localhost:${port}/`);
  await app.electron.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
  });
  await docs.evaluate(() => void window.open('https://example.org/from-docs'));
  await expect.poll(takeOpenedUrlsNow).toEqual(['https://example.org/from-docs']);
  expect(new URL(docs.url()).hostname).toBe('almanac.localhost');
  await takeOpenedUrls();
});

/** How the window at this address was made. Electron has this for tests of its own, without a type. */
function preferencesOf(start: string): Promise<Record<string, unknown>> {
  return app.electron.evaluate(({ BrowserWindow }, address) => {
    const contents = BrowserWindow.getAllWindows()
      .map(({ webContents }) => webContents)
      .find((each) => each.getURL().startsWith(address));
    const read: () => object = Reflect.get(contents ?? {}, 'getLastWebPreferences');
    return JSON.parse(JSON.stringify(Reflect.apply(read, contents, [])));
  }, start);
}

/** The same without taking it, for what comes in its own time. */
function takeOpenedUrlsNow(): Promise<string[]> {
  return app.electron.evaluate(() => [...Reflect.get(globalThis, 'opened')].sort());
}

async function serverUrl(): Promise<string> {
  const answer = await page.evaluate(async () => (await fetch('/desk/system.state')).json());
  return String((answer as { result: { data: { url: string } } }).result.data.url);
}
