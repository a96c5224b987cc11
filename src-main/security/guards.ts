// Electron's security checklist, as far as it is code (safety S17). Every web contents passes here.
import { app, type Session, session, shell, type WebContents } from 'electron';
import { permits, whatToDoWith } from './navigation.ts';

/** What every page of ours is made with. Said in full although most are defaults: they must hold in every Electron. */
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

/** How addresses leave a page. */
export type Ways = {
  /** Where our server answers now. */
  readonly port: () => number | undefined;
  readonly openDocs: (url: string) => void;
  /** What a page of these contents may be; our own pages unless it says otherwise. */
  readonly mayStay: (contents: WebContents, url: string) => boolean;
};

const REMOTE = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'];

/** Puts all guards up, before the first window. @param developing lets the development server through */
export function guardEverything(ways: Ways, developing: boolean): void {
  app.on('session-created', denyPermissions);
  denyPermissions(session.defaultSession);
  if (!developing) {
    // The policy of our pages says the same; this holds should a page ever come without one.
    session.defaultSession.webRequest.onBeforeRequest({ urls: REMOTE }, (_details, answer) =>
      answer({ cancel: true }),
    );
  }
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
  app.on('select-client-certificate', (event) => event.preventDefault());
  app.on('web-contents-created', (_event, contents) => guard(contents, ways));
}

/** Sends an address where it belongs, outside the page that named it. @returns whether it was opened anywhere */
export function sendAway(url: string, { port, openDocs }: Pick<Ways, 'port' | 'openDocs'>): boolean {
  const destination = whatToDoWith(url, port());
  if (destination === 'browser') void shell.openExternal(url);
  if (destination === 'docs') openDocs(url);
  return destination === 'browser' || destination === 'docs';
}

function guard(contents: WebContents, ways: Ways): void {
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-navigate', (event) => {
    if (ways.mayStay(contents, event.url)) return;
    event.preventDefault();
    sendAway(event.url, ways);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !ways.mayStay(contents, event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (ways.mayStay(contents, event.url)) return;
    event.preventDefault();
    // A project's redirect may lead to another project's host, or to another site. Hosting breaks rings of them.
    if (event.isMainFrame) sendAway(event.url, ways);
  });
  contents.setWindowOpenHandler(({ url }) => {
    sendAway(url, ways);
    return { action: 'deny' };
  });
}

function denyPermissions(each: Session): void {
  each.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(permits(permission, requestingUrl)),
  );
  each.setPermissionCheckHandler((_contents, permission, origin) => permits(permission, origin));
  each.setDevicePermissionHandler(() => false);
}
