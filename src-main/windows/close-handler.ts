import { type BrowserWindow, dialog } from 'electron';
import type { Notify } from '../lib/notifications.ts';
import { hasTrayHost } from '../menu/tray-host.ts';
import { type CloseAnswer, closeAnswer, closeQuestion } from './close-question.ts';
import { hideWindow } from './page-window.ts';

type CloseOptions = {
  readonly window: () => BrowserWindow | undefined;
  /** Host that is served on without a window: `127.0.0.1:8642`; undefined when closing quits. */
  readonly keepsServing: () => string | undefined;
  readonly quit: () => void;
  readonly show: () => void;
  readonly notify: Notify;
  /** Whether it was said where to find the server; and notes that it was. */
  readonly isToldOfTray: () => boolean;
  readonly onToldOfTray: () => void;
};

/** Creates what closing the main window does: quit, or hide it, and ask first where no tray icon shows the server. */
export function createCloseHandler(options: CloseOptions): () => void {
  const { window, keepsServing, quit, show, notify, isToldOfTray, onToldOfTray } = options;
  let isDeciding = false;

  async function ask(host: string): Promise<CloseAnswer> {
    const question = closeQuestion(host);
    const parent = window();
    const answer = parent ? dialog.showMessageBox(parent, question) : dialog.showMessageBox(question);
    return closeAnswer((await answer).response);
  }

  async function hide(host: string): Promise<void> {
    const hasTray = await hasTrayHost();
    const answer = hasTray ? 'keep' : await ask(host);
    if (answer === 'quit') quit();
    if (answer !== 'keep') return;
    const hidden = window();
    if (hidden) hideWindow(hidden);
    if (!hasTray || isToldOfTray()) return;
    const body = `It serves on ${host} until you quit it from the tray.`;
    notify({ title: 'Lectern is still running', body }, show);
    onToldOfTray();
  }

  return () => {
    const host = keepsServing();
    if (host === undefined) quit();
    if (host === undefined || isDeciding) return;
    isDeciding = true;
    void hide(host).finally(() => {
      isDeciding = false;
    });
  };
}
