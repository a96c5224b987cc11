import { devtools } from '../browser/engine.ts';
import { forApplication } from '../origins.ts';
import type { Session } from './session.ts';

/** Electron's names, and Chromium's for the same. */
const PERMISSIONS = [
  ['clipboard-sanitized-write', { name: 'clipboard-write', allowWithoutSanitization: false }],
  ['clipboard-read', { name: 'clipboard-read' }],
  ['notifications', { name: 'notifications' }],
  ['geolocation', { name: 'geolocation' }],
  ['media', { name: 'camera' }],
] as const;

/**
 * Asks the application about each permission for a page's origin and lets Chromium keep to the answers. Without a
 * handler all is granted, as in Electron.
 */
export async function applyPermissions(session: Session, contents: unknown, pageUrl: string): Promise<void> {
  if (!/^https?:/.test(pageUrl)) return;
  const { origin } = new URL(pageUrl);
  const requestingUrl = forApplication(pageUrl);
  const browserContextId = await session.context;
  for (const [name, permission] of PERMISSIONS) {
    const granted = await answerTo(session, contents, name, requestingUrl);
    const setting = granted ? 'granted' : 'denied';
    const params = { permission, setting, origin, browserContextId };
    await devtools().send('Browser.setPermission', params);
  }
}

function answerTo(
  session: Session,
  contents: unknown,
  name: string,
  requestingUrl: string,
): Promise<boolean> {
  const handler = session.permissionRequestHandler;
  if (!handler) return Promise.resolve(true);
  return new Promise((resolve) => handler(contents, name, resolve, { requestingUrl, isMainFrame: true }));
}
