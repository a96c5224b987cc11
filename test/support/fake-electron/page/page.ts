import { devtools } from '../browser/engine.ts';
import { createTarget } from '../browser/targets.ts';
import { forChromium } from '../origins.ts';
import { BINDING, pageScript } from './page-script.ts';
import { SESSION_HEADER } from './scheme-server.ts';
import type { Session } from './session.ts';

/** The parts of a page that are fixed when its window is made. */
export type PageOptions = {
  readonly session: Session;
  /** The built preload's source; '' for none. */
  readonly preload: string;
  readonly size: { readonly width: number; readonly height: number };
};

/** A page of Chromium under our control; nothing of the application runs in it yet. */
export type Page = {
  readonly targetId: string;
  send<Result>(method: string, params?: object): Promise<Result>;
};

/** Opens an empty page and prepares it. Its events go to `listen`, which is told when it ends as well. */
export async function openPage(
  options: PageOptions,
  listen: (method: string, params: never) => void,
): Promise<Page> {
  const line = devtools();
  const browserContextId = await options.session.context;
  const targetId = await createTarget(line, { browserContextId, ...options.size });
  const attached = { targetId, flatten: true };
  const { sessionId } = await line.send<{ sessionId: string }>('Target.attachToTarget', attached);
  const page: Page = { targetId, send: (method, params = {}) => line.send(method, params, sessionId) };
  line.listen(sessionId, listen);
  // Everything at once: the commands keep their order, and Playwright may still be holding the page.
  await Promise.all([
    page.send('Page.enable'),
    page.send('Runtime.enable'),
    page.send('Inspector.enable'),
    page.send('Runtime.addBinding', { name: BINDING }),
    page.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(options.preload) }),
    page.send('Fetch.enable', {
      patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }],
    }),
    resizePage(page, options.size),
    options.session.partition && setSessionHeader(page, options.session.partition),
  ]);
  return page;
}

/** Gives the page the size of its window's content. */
export async function resizePage(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
}

/** What came of `loadIn`: undefined once loading goes on. */
export async function navigate(page: Page, url: string): Promise<{ loaderId?: string; errorText?: string }> {
  return page.send('Page.navigate', { url: forChromium(url) });
}

async function setSessionHeader(page: Page, partition: string): Promise<void> {
  await page.send('Network.enable');
  await page.send('Network.setExtraHTTPHeaders', { headers: { [SESSION_HEADER]: partition } });
}
