import type { Browser, Page } from '@playwright/test';
import { openPage, type ScreenshotSession, startSession } from '../../screenshots/session.ts';
import type { Result } from '../report.ts';
import { longestFrame, scrollThrough, watchFrames } from './frames.ts';

const MEASURED_MS = 6_000;
/** Clients that send one request after the other while the log is open. */
const CLIENTS = 4;
const PAUSE_MS = 20;
const KEY_MS = 100;
const TYPED = 'status:4xx method:post path:/redirects/';

type Note = (result: Result) => void;

/** Measures the longest frame of the screen Requests over a full log: while scrolling, typing a filter, and live. */
export async function measureRequestScreen(browser: Browser, data: string, note: Note): Promise<void> {
  const lectern = await startSession({ localUser: 'bench' }, data);
  try {
    const page = await openPage(browser, lectern, { viewport: { width: 1280, height: 800 } });
    await page.goto(`${lectern.url}/requests`);
    await page.getByText('50,000 requests').waitFor();
    const scrolled = await scrollThrough(page, MEASURED_MS);
    note(longestFrame('longest frame while scrolling Requests', scrolled, 'over 50,000 rows'));

    await page.goto(`${lectern.url}/requests`);
    await page.getByText('50,000 requests').waitFor();
    const [typed] = await Promise.all([watchFrames(page, MEASURED_MS), typeFilter(page)]);
    note(longestFrame('longest frame while typing a filter in Requests', typed, 'over 50,000 rows'));

    await page.goto(`${lectern.url}/requests`);
    await page.getByText('Live', { exact: true }).waitFor();
    const sending = sendRequests(lectern);
    const live = await watchFrames(page, MEASURED_MS);
    const sent = await sending.end();
    const what = `while ${sent} requests came to 50,000 rows`;
    note(longestFrame('longest frame while requests come in Requests', live, what));
    await page.context().close();
  } finally {
    await lectern.stop();
  }
}

/** Types a filter after what is loaded once has been. */
async function typeFilter(page: Page): Promise<void> {
  const filter = page.getByRole('searchbox', { name: 'Filter requests' });
  await filter.pressSequentially('x', { delay: MEASURED_MS / 6 });
  await filter.fill('');
  await filter.pressSequentially(TYPED, { delay: KEY_MS });
}

/** Sends requests until `end` is called, which returns how many. */
function sendRequests({ url }: ScreenshotSession): { readonly end: () => Promise<number> } {
  let isOver = false;
  const send = async () => {
    let count = 0;
    for (; !isOver; count += 1) {
      const answer = await fetch(`${url}/api/v3/?offset=${count}`);
      await answer.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return count;
  };
  const clients = Array.from({ length: CLIENTS }, send);
  return {
    async end() {
      isOver = true;
      return (await Promise.all(clients)).reduce((sum, count) => sum + count, 0);
    },
  };
}
