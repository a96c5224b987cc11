import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { openCore } from '../../src-server/core.ts';
import { parseRequestFilter } from '../../src-server/model/requests/request-filter.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { dataFolderPaths } from '../../src-server/store/file/data-folder.ts';
import { openRequestFile } from '../../src-server/store/requests/request-schema.ts';
import { openRequestWriter } from '../../src-server/store/requests/request-writer.ts';
import { manyRequests } from '../support/store/many-requests.ts';
import { type Load, requestsPerSecond } from './load.ts';
import { startLectern } from './programs/server-process.ts';
import { atLeast, atMost, median, type Result } from './report.ts';
import type { BenchStore } from './stores.ts';

const ROUNDS = 5;
const SECONDS = 2;
const ROWS = 50_000;
const TYPED = [
  's',
  'st',
  'status:4xx',
  'status:4xx m',
  'status:4xx method:post',
  'status:4xx method:post path:/redirects/',
];
const operator = systemActor('command');

type Note = (result: Result) => void;
type Filled = BenchStore & { readonly folder: string };

/** Compares reads and writes with the log of requests on and off, and measures lists over a full log. */
export async function measureRequestLog(store: Filled, scratch: string, note: Note): Promise<void> {
  const folders = { on: join(scratch, 'log-on'), off: join(scratch, 'log-off') };
  for (const [name, folder] of Object.entries(folders)) {
    cpSync(store.folder, folder, { recursive: true });
    await setLog(folder, name === 'on');
  }
  const repeated = { path: `"/api/v3/projects/${store.busyProject}/"` };
  const writes = {
    method: 'PATCH' as const,
    path: '"/api/v3/projects/project-" .. string.format("%05d", n % 10000) .. "/"',
    body: `'{"homepage":"https://example.com/' .. n .. '"}'`,
  };
  await compare(folders, store.token, repeated, 'log of requests on against off: repeated reads', 0.9, note);
  await compare(folders, store.token, writes, 'log of requests on against off: writes', 0.95, note);
  await measureLists(folders.on, note);
}

async function setLog(folder: string, logRequests: boolean): Promise<void> {
  const core = await openCore({ data: folder, keychain: 'off' });
  core.services.settings.set(operator, { logRequests });
  await core.close();
}

async function compare(
  folders: { readonly on: string; readonly off: string },
  token: string,
  load: Omit<Load, 'url' | 'token'>,
  name: string,
  bound: number,
  note: Note,
): Promise<void> {
  const [on, off] = [await startLectern(folders.on), await startLectern(folders.off)];
  const rates = { on: [] as number[], off: [] as number[] };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      rates.off.push(await requestsPerSecond({ ...load, url: off.url, token }, SECONDS));
      rates.on.push(await requestsPerSecond({ ...load, url: on.url, token }, SECONDS));
    }
  } finally {
    await on.stop();
    await off.stop();
  }
  const ratio = median(rates.on.map((rate, round) => rate / (rates.off[round] ?? Number.NaN)));
  const perSecond = (values: readonly number[]) => `${Math.round(median(values)).toLocaleString('en')}/s`;
  note(atLeast(name, ratio, bound, `${perSecond(rates.on)} against ${perSecond(rates.off)}`));
}

/** Measures what the screen waits for: a page of a full log, and each step of typing a filter. */
async function measureLists(folder: string, note: Note): Promise<void> {
  const database = openRequestFile(dataFolderPaths(folder).requests, () => {});
  openRequestWriter(database).write(manyRequests(ROWS), 0, { rows: ROWS, bytes: 1e9 });
  database.close();
  const core = await openCore({ data: folder, keychain: 'off' });
  try {
    const page = async (text: string, offset: number) => {
      const start = performance.now();
      const { terms } = parseRequestFilter(text);
      await core.services.requests.page(operator, { filter: terms, offset, limit: 100 });
      return performance.now() - start;
    };
    await page('', 0);
    const scrolled: number[] = [];
    for (let offset = 0; offset < ROWS; offset += 1_000) scrolled.push(await page('', offset));
    note(atMost('log of requests: a page of 50,000 rows, in ms', median(scrolled), 10, 'while scrolling'));
    const typed: number[] = [];
    for (const text of TYPED) typed.push(await page(text, 0));
    note(atMost('log of requests: filter as one types, in ms', Math.max(...typed), 50, 'the slowest step'));
  } finally {
    await core.close();
  }
}
