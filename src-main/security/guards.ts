// Implements Electron's security checklist (safety S17) for every web contents.
import { app, type Session, session, shell, type WebContents } from 'electron';
import { withInheritedMode } from '../lib/file-mode.ts';
import type { LeaveGuard } from './leave-guard.ts';
import { isPermissionAllowed, resolveDestination } from './navigation.ts';

/** Preferences of every page of ours. Complete although most are defaults: they must hold in every Electron. */
export const SAFE_PREFERENCES = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  plugins: false,
  safeDialogs: true,
} as const;

/** Handlers for addresses that leave a page. */
export type GuardOptions = {
  /** Port of our server. */
  readonly port: () => number | undefined;
  readonly openDocs: (url: string) => void;
  /** Decides which pages these contents may show; our own pages unless given. */
  readonly allowsNavigation: (contents: WebContents, url: string) => boolean;
  /** Decides whether these contents may open an address in the browser. */
  readonly mayLeave: LeaveGuard;
};

const REMOTE = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'];

/** Installs all guards before the first window. @param developing allows the development server */
export function installGuards(options: GuardOptions, developing: boolean): void {
  app.on('session-created', denyPermissions);
  denyPermissions(session.defaultSession);
  if (!developing) {
    // The content policy of our pages says the same; this also covers a page without a policy.
    session.defaultSession.webRequest.onBeforeRequest({ urls: REMOTE }, (_details, answer) =>
      answer({ cancel: true }),
    );
  }
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault();
    // Without an answer the request would wait for ever.
    answer();
  });
  app.on('web-contents-created', (_event, contents) => guard(contents, options));
}

/** Opens an address outside the page of ours that named it. @returns whether it was opened anywhere */
export function openOutside(
  url: string,
  { port, openDocs }: Pick<GuardOptions, 'port' | 'openDocs'>,
  mayLeave: () => Promise<boolean> = async () => true,
): boolean {
  const destination = resolveDestination(url, port());
  if (destination === 'browser') void openInBrowser(url, mayLeave);
  if (destination === 'docs') openDocs(url);
  return destination === 'browser' || destination === 'docs';
}

async function openInBrowser(url: string, mayLeave: () => Promise<boolean>): Promise<void> {
  if (await mayLeave()) await withInheritedMode(() => shell.openExternal(url));
}

function guard(contents: WebContents, options: GuardOptions): void {
  const leave = (url: string) => openOutside(url, options, () => options.mayLeave(contents, url));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-navigate', (event) => {
    if (options.allowsNavigation(contents, event.url)) return;
    event.preventDefault();
    leave(event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !options.allowsNavigation(contents, event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (options.allowsNavigation(contents, event.url)) return;
    event.preventDefault();
    // A project's redirect may lead to another project's host, or to another site. Hosting breaks redirect loops.
    if (event.isMainFrame) leave(event.url);
  });
  contents.setWindowOpenHandler(({ url }) => {
    leave(url);
    return { action: 'deny' };
  });
}

function denyPermissions(each: Session): void {
  each.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isPermissionAllowed(permission, requestingUrl)),
  );
  each.setPermissionCheckHandler((_contents, permission, origin) => isPermissionAllowed(permission, origin));
  each.setDevicePermissionHandler(() => false);
}
