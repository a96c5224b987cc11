import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import type { JsonObject } from '../support/api/schema-checker.ts';
import { servedRoutes } from '../support/api/served-routes.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

const HOSTILE = `"><script>alert('x')</script><img src=x onerror=alert(1)>`;
const LINK = 'https://evil.example/"onmouseover="alert(1)';

let api: ApiServer;
beforeAll(async () => {
  const projects = SAMPLE_SEED.projects.map((project) => ({
    ...project,
    name: `${HOSTILE.slice(0, 50)}${project.id}`,
    description: HOSTILE,
    tags: [HOSTILE],
    ...('redirects' in project && {
      redirects: [{ pk: 5, type: 'exact', from_url: HOSTILE, to_url: LINK }],
    }),
  }));
  api = await startApi({ seed: { ...SAMPLE_SEED, projects } });
});
afterAll(() => api.close());

test('S14 text by people is escaped on every page, and no page may load or run anything', async () => {
  const routes = servedRoutes((await api.request('GET', '/api/openapi.json')).json as JsonObject);
  let pages = 0;
  let shown = 0;
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    for (const query of ['', `?q=${encodeURIComponent(HOSTILE)}`, '?expand=~all']) {
      const answer = await api.request('GET', route.path() + query, {
        user: 'alice',
        headers: { accept: 'text/html' },
      });
      const { headers, text } = answer;
      expect(headers['x-content-type-options'], route.template).toBe('nosniff');
      expect(headers['content-security-policy'], route.template).toMatch(/^default-src 'none';/);
      expect(headers['content-security-policy'], route.template).not.toMatch(/unsafe-eval|script-src|\*/);
      if (!headers['content-type']?.startsWith('text/html')) continue;
      pages += 1;
      if (text.includes('&lt;script&gt;')) shown += 1;
      expect(text, route.template).not.toMatch(
        /<(script|img|iframe)|<[a-z][^>]*\son\w+\s*=|href="javascript:/i,
      );
    }
  }
  expect(pages).toBeGreaterThan(30);
  expect(shown).toBeGreaterThan(5);
});

test('S14 a link on a page leads to the URL in its text', async () => {
  const { text } = await api.request('GET', '/api/v3/projects/pip/redirects/5/', {
    user: 'alice',
    headers: { accept: 'text/html' },
  });
  const links = [...text.matchAll(/<a\b[^>]*>/g)].map(([link]) => link);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link).toMatch(/^<a href="[^"<>]*">$/);
});
