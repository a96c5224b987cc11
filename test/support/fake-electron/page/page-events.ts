import { forApplication } from '../origins.ts';
import { cancellableEvent } from '../system/events.ts';
import { download } from './downloads.ts';
import { BINDING, deliverExpression, type PageCall } from './page-script.ts';
import { applyPermissions } from './permissions.ts';
import type { WebContents } from './web-contents.ts';

type Frame = {
  readonly id: string;
  readonly parentId?: string;
  readonly url: string;
  readonly urlFragment?: string;
};
type Handlers = Readonly<Record<string, (contents: WebContents, params: never) => void>>;

/** What each event of Chromium means for a page's contents. */
const HANDLERS: Handlers = {
  'Page.frameNavigated': (contents, { frame }: { frame: Frame }) => {
    if (frame.parentId) return;
    const url = forApplication(frame.url + (frame.urlFragment ?? ''));
    contents.mainFrameId = frame.id;
    contents.emit('did-navigate', {}, url, 200, 'OK');
    applyPermissions(contents.session, contents, frame.url).catch(() => undefined);
  },
  'Page.navigatedWithinDocument': (contents, { frameId, url }: { frameId: string; url: string }) => {
    const isMain = frameId === contents.mainFrameId;
    contents.emit('did-start-navigation', {
      url: forApplication(url),
      isMainFrame: isMain,
      isSameDocument: true,
    });
    if (isMain) contents.navigated(url);
    contents.emit('did-navigate-in-page', {}, forApplication(url), isMain);
  },
  'Page.domContentEventFired': (contents) => contents.emit('dom-ready', {}),
  'Page.loadEventFired': (contents) => {
    contents.emit('did-finish-load', {});
    contents.emit('did-stop-loading', {});
  },
  'Page.frameStartedLoading': (contents, { frameId }: { frameId: string }) => {
    if (frameId === contents.mainFrameId) contents.emit('did-start-loading', {});
  },
  'Page.windowOpen': (contents, opened: { url: string; windowName: string; windowFeatures: string[] }) => {
    const features = opened.windowFeatures.filter((feature) => feature !== 'noopener');
    contents.opened(forApplication(opened.url), opened.windowName, features.join(','));
  },
  // A link that was clicked with a key held, or with the middle button.
  'Page.frameRequestedNavigation': (contents, request: { url: string; disposition: string }) => {
    if (/^new/.test(request.disposition)) contents.opened(forApplication(request.url), '', '');
  },
  // Chromium itself saves nothing.
  'Page.downloadWillBegin': (contents, { url }: { url: string }) => {
    download(contents.session, forApplication(url), contents).catch(() => undefined);
  },
  'Fetch.requestPaused': (contents, paused: PausedRequest) => {
    decide(contents, paused).catch(() => undefined);
  },
  'Runtime.bindingCalled': (contents, { name, payload }: { name: string; payload: string }) => {
    if (name === BINDING) answer(contents, JSON.parse(payload)).catch(() => undefined);
  },
  'Runtime.consoleAPICalled': (
    contents,
    { type, args }: { type: string; args: { value?: unknown; description?: string }[] },
  ) => {
    const message = args.map((arg) => String(arg.value ?? arg.description ?? '')).join(' ');
    contents.emit('console-message', { level: type, message });
  },
  'Inspector.targetCrashed': (contents) => {
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 });
  },
  'Inspector.detached': (contents) => contents.onDestroyed(),
};

/** Passes an event of Chromium on to the contents it is about. */
export function forwardPageEvent(contents: WebContents, method: string, params: never): void {
  HANDLERS[method]?.(contents, params);
}

type PausedRequest = {
  readonly requestId: string;
  readonly request: { readonly url: string };
  readonly frameId: string;
  readonly redirectedRequestId?: string;
};

/** Asks the application whether a frame may go elsewhere, before the request leaves. */
async function decide(
  contents: WebContents,
  { requestId, request, frameId, redirectedRequestId }: PausedRequest,
) {
  const page = await contents.page;
  const url = forApplication(request.url);
  const isMainFrame = frameId === contents.mainFrameId;
  const ours = isMainFrame && contents.takeExpected();
  const event = cancellableEvent({ url, isMainFrame, isSameDocument: false, frame: contents.mainFrame });
  if (redirectedRequestId) contents.emit('will-redirect', event, url, false, isMainFrame);
  else if (!ours) {
    contents.emit('will-frame-navigate', event);
    if (isMainFrame) contents.emit('will-navigate', event, url);
  }
  if (event.defaultPrevented) {
    await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    return;
  }
  if (!redirectedRequestId)
    contents.emit('did-start-navigation', { url, isMainFrame, isSameDocument: false });
  await page.send('Fetch.continueRequest', { requestId });
}

async function answer(contents: WebContents, { kind, id, channel, args }: PageCall): Promise<void> {
  const event = {
    sender: contents,
    senderFrame: contents.mainFrame,
    processId: 1,
    frameId: 1,
    reply: (...reply: [string, ...unknown[]]) => contents.send(...reply),
  };
  if (kind === 'send') {
    contents.ipcMain.emit(channel, event, ...args);
    return;
  }
  const page = await contents.page;
  const result = await contents.ipcMain.answer(channel, event, args).then(
    (value) => ({ id, value }),
    (error) => ({ id, error: String(error) }),
  );
  await page.send('Runtime.evaluate', { expression: deliverExpression(result) });
}
