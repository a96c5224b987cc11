import { BrowserWindow, dialog, type WebContents } from 'electron';

/** Decides whether a page may open an address outside Lectern. */
export type LeaveGuard = (contents: WebContents, url: string) => Promise<boolean>;

/** What was answered for the page that some contents show now. */
type PageAnswers = { isAsking: boolean; isRefused: boolean; readonly origins: Set<string> };

const OPEN = 0;
const MAX_URL = 300;

/**
 * Asks the person before built docs open an address in the browser: such a page may do so without a click. Consent holds
 * for that site, and a refusal for everything, until another page is shown; while a question is open, all else is refused.
 */
export function createLeaveGuard(ask: LeaveGuard = askPerson): LeaveGuard {
  const answers = new WeakMap<WebContents, PageAnswers>();

  function answersFor(contents: WebContents): PageAnswers {
    const known = answers.get(contents);
    if (known) return known;
    const made: PageAnswers = { isAsking: false, isRefused: false, origins: new Set() };
    answers.set(contents, made);
    contents.once('did-navigate', () => answers.delete(contents));
    return made;
  }

  return async (contents, url) => {
    const page = answersFor(contents);
    const { origin } = new URL(url);
    if (page.origins.has(origin)) return true;
    if (page.isRefused || page.isAsking) return false;
    page.isAsking = true;
    try {
      const isAllowed = await ask(contents, url);
      if (isAllowed) page.origins.add(origin);
      else page.isRefused = true;
      return isAllowed;
    } finally {
      page.isAsking = false;
    }
  };
}

async function askPerson(contents: WebContents, url: string): Promise<boolean> {
  const from = URL.parse(contents.getURL())?.host;
  const question = {
    type: 'question' as const,
    message: `Open ${new URL(url).host} in the browser?`,
    detail: `${from === undefined ? 'Built documentation' : `A page of ${from}`} leads to ${url.slice(0, MAX_URL)}`,
    buttons: ['Open', 'Stay'],
    defaultId: 1,
    cancelId: 1,
  };
  // A window that has shown nothing yet is closed when its address leads elsewhere, and a question of its own with it.
  const window = from === undefined ? null : BrowserWindow.fromWebContents(contents);
  const answer = window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question);
  return (await answer).response === OPEN;
}
