// Starts the application: one instance, one core, one window. app.ts has what it does.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, powerMonitor, protocol } from 'electron';
import { createDesktopApp, type DesktopApp } from './app.ts';
import { endWithFault, reportFaults } from './lib/faults.ts';
import { keepFilesPrivate } from './lib/file-mode.ts';
import { openLog } from './lib/log-file.ts';
import { adoptShellPath } from './lib/shell-path.ts';
import { findDeepLink, LINK_SCHEME } from './security/deep-links.ts';
import { SCHEME } from './security/origin.ts';
import { prepareSelfTest, runSelfTest, SELF_TEST } from './self-test.ts';

const paths = {
  renderer: join(import.meta.dirname, '../renderer'),
  preload: join(import.meta.dirname, '../preload/preload.cjs'),
};

keepFilesPrivate();
// Beside the data folder, not in it: on macOS the platform's place for both would be one folder.
if (!app.commandLine.hasSwitch('user-data-dir')) {
  app.setPath('userData', join(app.getPath('appData'), 'lectern-desktop'));
}
const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true };
protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
// This call would take the switch back, and nothing starts where the system refuses a sandbox: as root, on Linux.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
app.setAppUserModelId('app.lectern');

const shellPath = adoptShellPath();
let desktop: DesktopApp | undefined;
let link = findDeepLink(process.argv);

// Beside a Lectern that runs, and without writing anything.
const testFolder = app.commandLine.hasSwitch(SELF_TEST) ? prepareSelfTest() : undefined;
const log = openLog(join(app.getPath('userData'), 'logs'));
if (testFolder !== undefined) {
  app.on('window-all-closed', () => {});
  void Promise.all([app.whenReady(), shellPath]).then(() => runSelfTest(paths, testFolder));
} else if (app.requestSingleInstanceLock()) run();
else app.exit(0);

function run(): void {
  reportFaults(log, () => desktop?.isClosing() ?? false);
  app.on('second-instance', (_event, argv) => focusWindow(findDeepLink(argv)));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    focusWindow(url);
  });
  app.on('activate', () => focusWindow(undefined));
  // A window that is closed is hidden, or asked to quit first (app.ts).
  app.on('window-all-closed', () => {});
  // SIGTERM, SIGINT and SIGHUP come this way too: Electron turns them into a request to quit.
  app.on('before-quit', (event) => {
    if (!desktop) return;
    event.preventDefault();
    desktop.quit();
  });
  // Windows says it to the windows instead of `powerMonitor`.
  app.on('browser-window-created', (_event, window) => {
    window.on('session-end', () => desktop?.endWithSystem());
  });
  app.once('browser-window-created', (_event, window) => window.once('show', markWindow));
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => endWithFault(log, error));
}

async function start(): Promise<void> {
  // Typed without its event, which must be refused: the system would end us in the middle of closing.
  const monitor: NodeJS.EventEmitter = powerMonitor;
  monitor.on('shutdown', (event: Electron.Event) => {
    event.preventDefault();
    desktop?.endWithSystem();
  });
  // In development the program is Electron itself, so the app to run is an argument.
  if (process.defaultApp) {
    app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, [app.getAppPath()]);
  } else app.setAsDefaultProtocolClient(LINK_SCHEME);
  await shellPath;
  desktop = createDesktopApp(paths, link, log);
  await desktop.start();
}

/** Tells the launcher that there was a window (launch-window-mark.ts). */
function markWindow(): void {
  const { LECTERN_WINDOW_MARK: mark } = process.env;
  try {
    if (mark) writeFileSync(mark, '');
  } catch {
    // The launcher has gone; nobody asks any more.
  }
}

function focusWindow(newLink: string | undefined): void {
  if (desktop) desktop.focusWindow(newLink);
  else link = newLink ?? link;
}
