import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

const ROOT = '/api/v3/';
const PROJECTS = `${ROOT}projects/`;
const NOT_FOUND = { status: 404, body: { detail: 'Not found.' } };
const NO_CREDENTIALS = { detail: 'Authentication credentials were not provided.' };

const read = (path: string, expect: Scenario['expect'], more: Partial<Scenario> = {}): Scenario => ({
  as: 'alice',
  method: 'GET',
  path,
  expect,
  ...more,
});
const html = { status: 200, text: /^<!doctype html>/ };
const pip = { status: 200, partial: { slug: 'pip' } };

scenarios(
  'a format at the end of a path',
  [
    read(`${ROOT}projects.json`, { status: 200, partial: { count: expect.any(Number) } }),
    read(`${ROOT}projects.api`, html),
    read(`${ROOT}projects.json?limit=1`, {
      status: 200,
      partial: { next: expect.stringMatching(/\/api\/v3\/projects\.json\?limit=1&offset=1$/) },
    }),
    read(`${PROJECTS}pip.json`, pip),
    read(`${PROJECTS}pip.json`, pip, { name: 'before Accept', headers: { accept: 'text/html' } }),
    read(`${PROJECTS}pip.api?format=json`, html, { name: 'before ?format=' }),
    read(`${PROJECTS}pip/versions.json`, { status: 200, partial: { results: expect.anything() } }),
    read(`${PROJECTS}pip/versions/latest.json`, { status: 200, partial: { slug: 'latest' } }),
    read(`${ROOT}.json`, { status: 200, partial: { projects: expect.any(String) } }),
    read('/api/v2/project.json', { status: 200, partial: { count: expect.any(Number) } }),
    read(`${PROJECTS}pip.json`, { status: 204, text: '' }, { method: 'PATCH', body: {} }),
    read(`${PROJECTS}pip.json`, { status: 401, body: NO_CREDENTIALS }, { as: 'nobody' }),
    read(`${PROJECTS}pip.txt`, NOT_FOUND),
    read(`${PROJECTS}nope.json`, NOT_FOUND),
    read(`${ROOT}nope.json`, NOT_FOUND),
    read('/api/v2/project.api', NOT_FOUND),
    read('/api/v2/nope.json', NOT_FOUND),
    read(`${PROJECTS}pip.json/`, NOT_FOUND, { name: 'not before a slash, where it would be a slug' }),
  ],
  { seed: SAMPLE_SEED },
);

test.each([
  ['application/json; indent=4', 4],
  ['application/json;indent=1', 1],
  ['APPLICATION/JSON; INDENT=2', 2],
  ['*/*; indent=3', 3],
  ['text/html;q=0.1, application/json; q=0.9; indent=2', 2],
  ['application/json; indent=99', 8],
  ['application/json; indent=0', 0],
  ['application/json; indent=-1', 0],
  ['application/json; indent=x', 0],
  ['application/json', 0],
])('Accept: %s indents by %d', async (accept, width) => {
  const api = await startApi({ seed: SAMPLE_SEED });
  onTestFinished(api.close);
  for (const path of [`${PROJECTS}pip/`, `${PROJECTS}pip/subprojects/`, `${PROJECTS}nope/`]) {
    const compact = await api.request('GET', path, { user: 'alice' });
    // Twice, since the second answer may be a cached one.
    for (let times = 0; times < 3; times += 1) {
      const { text, headers } = await api.request('GET', path, { user: 'alice', headers: { accept } });
      expect(headers['content-type']).toBe('application/json');
      expect(text).toBe(width === 0 ? compact.text : JSON.stringify(JSON.parse(compact.text), null, width));
    }
    expect((await api.request('GET', path, { user: 'alice' })).text).toBe(compact.text);
  }
});
