import type { RawRequest, RefusalStep } from '../../../src-server/model/requests/request-record.ts';

const CLIENTS = ['python-requests/2.32.3', 'curl/8.9.1', 'almanac-bot/1.4 (+https://example.org/bot)', ''];
const METHODS = ['GET', 'GET', 'GET', 'POST', 'PATCH', 'DELETE'];
const STATUSES = [200, 200, 200, 201, 204, 404, 400, 302, 503];
const STEPS: Readonly<Record<number, RefusalStep>> = { 400: 'validation', 404: 'lookup' };
const PATHS = [
  '/api/v3/projects/',
  '/api/v3/projects/almanac/redirects/',
  '/api/v3/projects/almanac/versions/stable/builds/',
];
const SECOND = 1_000_000;

/** Makes requests as a client of many kinds would send them, oldest first. */
export function manyRequests(count: number, start = Date.UTC(2026, 0, 1) * 1000): RawRequest[] {
  return Array.from({ length: count }, (_, index) => oneRequest(index, start));
}

/** Makes the request of this number. */
export function oneRequest(index: number, start = 0): RawRequest {
  const status = pick(STATUSES, index);
  const method = pick(METHODS, index);
  const hasBody = method === 'POST' || method === 'PATCH';
  return {
    at: start + index * SECOND,
    door: index % 11 === 0 ? 'hosting' : 'api',
    method,
    status,
    duration: 300 + ((index * 7919) % 250_000),
    user: index % 3 === 0 ? null : 'mira',
    token: index % 3 === 0 ? null : '4f1c',
    requestBytes: hasBody ? 40 : 0,
    responseBytes: 52,
    step: STEPS[status] ?? null,
    reason: status === 400 ? 'name: This field is required.' : status === 404 ? 'Not found.' : null,
    fault: null,
    batches: [],
    isUnmatched: false,
    host: index % 11 === 0 ? 'almanac.localhost:8642' : '127.0.0.1:8642',
    url: index % 11 === 0 ? '/en/latest/guide/' : `${pick(PATHS, index)}?limit=${index}`,
    requestHeaders: [
      'Host',
      '127.0.0.1:8642',
      'User-Agent',
      pick(CLIENTS, index),
      'Content-Type',
      'application/json',
    ],
    responseHeaders: ['content-type', 'application/json'],
    requestBody: hasBody ? { text: JSON.stringify({ name: `Almanac ${index}` }) } : null,
    requestState: hasBody ? 'kept' : 'none',
    responseBody: { text: JSON.stringify({ count: 0, next: null, previous: null, results: [] }) },
    responseState: 'kept',
  };
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
