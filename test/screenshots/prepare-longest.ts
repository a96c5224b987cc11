import { longestSeed } from './longest-seed.ts';
import type { CallDesk } from './prepare-course.ts';

const long = (start: string, length: number) => start.padEnd(length, 'abcdefghij-');

/** Adds the longest legal names that no seed has, none with a space: snapshots, faults, requests, workspaces, held time. */
export async function prepareLongest(desk: CallDesk): Promise<void> {
  const { url } = (await desk('system.state')) as { readonly url: string };
  await callApi(url);
  await desk('snapshots.take', { name: long('snapshot', 60), note: long('note', 500) });
  await desk('snapshots.restore', { name: long('snapshot', 60) });
  await desk('workspaces.create', { name: long('Another-workspace-', 40), color: 'green' });
  await desk('settings.set', { askBeforePrivateDocs: true });
  const pages = `http://${longestSeed.project}.localhost:${new URL(url).port}/en/latest/`;
  await desk('docsSessions.link', { url: pages });
  await desk('faults.add', {
    rule: {
      name: long('fault', 100),
      match: {
        method: 'GET',
        path: long('/api/v3/', 500),
        user: long('user', 150),
        client: long('client', 200),
      },
      ...{ after: 1_000_000, every: 1_000_000, probability: 0.123456789, seed: 1_000_000, hits: 1_000_000 },
      ...{
        delay: { from: 59_999, to: 60_000 },
        answer: { status: 599, body: long('body', 2000), retryAfter: 86_400 },
      },
      until: '2253-12-31T23:59:59Z',
    },
  });
  await desk('clock.set', { mode: 'still', now: '2026-11-30T09:30:00Z' });
}

/** Makes requests whose path, client and body are long. */
async function callApi(url: string): Promise<void> {
  const headers = { 'user-agent': long('client', 200), 'content-type': 'application/json' };
  const body = JSON.stringify({ [long('field', 100)]: long('value', 2000) });
  await fetch(`${url}${long('/api/v3/projects/', 255)}?${long('query', 255)}=${long('', 255)}`, { headers });
  await fetch(`${url}${long('/api/v3/projects/', 255)}`, { method: 'POST', headers, body });
}
