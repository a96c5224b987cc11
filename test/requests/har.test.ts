import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiServer } from '../support/api/api-server.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { oneRequest } from '../support/store/many-requests.ts';
import { logged, startLogged } from './request-log.ts';

let server: ApiServer;
beforeEach(async () => {
  server = await startLogged({ requestLimits: { limits: { whole: 1e9, rows: 1e9 } } });
});
afterEach(() => server.close());

const ROWS = 5_000;
type Part = {
  readonly text: string;
  readonly count: number;
  readonly until: number;
  readonly next: number | null;
};

async function fill(from: number, count: number): Promise<void> {
  const { recorder } = server.lectern.services.requests;
  for (let index = from; index < from + count; index += 1) {
    const request = oneRequest(index);
    const text = JSON.stringify({ name: `Almanac ${index}`, results: 'x'.repeat(400) });
    recorder.add({ ...request, requestBody: null, requestState: 'none', responseBody: { text } });
  }
  await logged(server);
}

/** Reads an archive as the window does; `between` runs after each part. */
async function archive(filter: string, between = async () => {}) {
  const parts: Part[] = [];
  let at: { after: number; until: number } | undefined;
  do {
    const part = (await callDesk(server.lectern, 'requests.har', { filter, ...at })) as Part;
    parts.push(part);
    at = part.next === null ? undefined : { after: part.next, until: part.until };
    await between();
  } while (at);
  const { log } = JSON.parse(parts.map(({ text }) => text).join('')) as {
    log: { entries: { request: { url: string } }[] };
  };
  return { parts, urls: log.entries.map(({ request }) => request.url) };
}

test('an archive holds every row that the filter finds, in parts that are bounded', async () => {
  await fill(0, ROWS);
  const { parts, urls } = await archive('');
  expect(urls).toHaveLength(ROWS);
  const numbered = urls.filter((url) => url.includes('limit='));
  expect(new Set(numbered).size).toBe(numbered.length);
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(ROWS);
  expect(parts.length).toBeGreaterThan(5);
  // A part ends with the entry with which it is long enough.
  for (const { text } of parts) expect(text.length).toBeLessThan(510_000);
  // The statuses of made requests repeat after nine.
  expect((await archive('status:503')).urls).toHaveLength(Math.floor(ROWS / 9));
  expect((await archive('status:418')).urls).toEqual([]);
});

test('rows that come while it is made are left out, and those that go leave it whole', async () => {
  await fill(0, 3_000);
  let isFirst = true;
  const { urls } = await archive('', async () => {
    if (isFirst) await fill(3_000, 500);
    if (isFirst)
      server.lectern.services.settings.set({ kind: 'system', door: 'desk' }, { keepRequests: 2_000 });
    if (isFirst) await fill(3_500, 1);
    isFirst = false;
  });
  expect(urls.length).toBeLessThanOrEqual(3_000);
  expect(urls.some((url) => url.includes('limit=3100'))).toBe(false);
});
