import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MAIN = `
const { app, BrowserWindow, dialog, ipcMain, protocol, session } = require('electron');
const { join } = require('node:path');
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
globalThis.seen = { seconds: [], aborted: 0, denied: [], navigations: [], starts: [] };
const { seen } = globalThis;
if (!app.requestSingleInstanceLock({ from: process.pid })) app.quit();
else start();
function start() {
  app.on('second-instance', (_event, argv, cwd, data) => {
    seen.seconds.push({ argv, cwd, data });
    BrowserWindow.getAllWindows()[0]?.focus();
  });
  app.on('window-all-closed', () => {});
  app.whenReady().then(async () => {
    session.defaultSession.setPermissionRequestHandler((_contents, name, answer) => {
      answer(name === 'clipboard-sanitized-write');
    });
    protocol.handle('app', answer);
    globalThis.openWindow = (options = {}) => {
      const window = new BrowserWindow({
        width: 900, height: 600, ...options,
        webPreferences: { preload: join(__dirname, 'preload.cjs'), ...options.webPreferences },
      });
      const { webContents } = window;
      webContents.setWindowOpenHandler(({ url }) => { seen.denied.push(url); return { action: 'deny' }; });
      webContents.on('did-start-navigation', ({ url }) => { seen.starts.push(url); });
      webContents.on('will-navigate', (event, url) => {
        seen.navigations.push(url);
        if (!url.startsWith('app://lectern/')) event.preventDefault();
      });
      return window;
    };
    await openWindow().loadURL('app://lectern/start?x=1#top');
  });
  ipcMain.handle('add', (event, a, b) => ({ sum: a + b, from: event.senderFrame.url }));
  ipcMain.handle('fail', () => { throw new Error('no such folder'); });
}
const page = '<!doctype html><title>Tiny</title><h1>Tiny</h1><a id=away href="http://away.example/">away</a>'
  + '<a id=blank target=_blank href="https://blank.example/">blank</a><a id=next href="/next">next</a>';
const html = (body, more = {}) => new Response(body, { headers: { 'content-type': 'text/html', ...more } });
async function answer(request) {
  const url = new URL(request.url);
  if (url.pathname === '/echo') {
    const { method } = request;
    return Response.json({ method, url: request.url, headers: Object.fromEntries(request.headers), body: await request.text() });
  }
  if (url.pathname === '/broken') throw new Error('broken on purpose');
  if (url.pathname === '/live') {
    request.signal.addEventListener('abort', () => { seen.aborted += 1; });
    const body = new ReadableStream({ start(controller) {
      globalThis.push = (text) => controller.enqueue(new TextEncoder().encode(text));
      push('first');
    } });
    return new Response(body);
  }
  return html(page, { 'content-security-policy': "default-src 'none'; connect-src app://lectern" });
}
`;

const PRELOAD = `
const { contextBridge, ipcRenderer } = require('electron');
contextBridge.exposeInMainWorld('tiny', {
  add: (a, b) => ipcRenderer.invoke('add', a, b),
  fail: () => ipcRenderer.invoke('fail'),
  onNews: (listener) => ipcRenderer.on('news', (_event, news) => listener(news)),
});
`;

/** Writes a very small Electron application that uses what Lectern uses; its folder. */
export function writeMinimalApp(folder: string): string {
  const place = join(folder, 'tiny');
  mkdirSync(place);
  writeFileSync(
    join(place, 'package.json'),
    JSON.stringify({ name: 'tiny', version: '1.2.3', main: 'main.cjs' }),
  );
  writeFileSync(join(place, 'main.cjs'), MAIN);
  writeFileSync(join(place, 'preload.cjs'), PRELOAD);
  return place;
}
