import { onTestFinished } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { redirectExamples } from '../../../src-server/model/redirects/redirect-examples.ts';
import { eventually, readPage } from '../../support/program/build-server.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';

type Json = Record<string, unknown>;
type Serving = { readonly url: string; readonly tokens: { readonly mira: string } };
/** In memory: without `data` the person's own folder would be opened. */
const OPTIONS = { data: null, port: 0, keychain: 'off', requestLog: false, log: () => {} } as const;
type Listed = { readonly count: number; readonly results: readonly Json[] };
type Example = Parameters<typeof redirectExamples>;

/** A Lectern with the sample library, whose builds may run. */
export type Sample = {
  readonly url: string;
  readonly get: (path: string) => Promise<Json>;
  /** Builds a version and says how that ended. */
  readonly build: (project: string, version: string) => Promise<Json>;
  /** Follows every link that the sample offers; returns those that lead nowhere, and how many were followed. */
  readonly walk: () => Promise<{ readonly broken: readonly string[]; readonly followed: number }>;
};

/** Loads the sample library in memory, and lets these projects of it run their code: no others, so that few builds run. */
export async function serveSample(trusted: readonly string[]): Promise<Sample> {
  const { services, url, close } = await openLectern({ ...OPTIONS, builds: true });
  onTestFinished(close);
  await services.kits.load(OPERATOR, { name: 'harbour-library' });
  for (const slug of trusted) services.buildTrust.allow(OPERATOR, slug);
  const mira = services.tokens.replace(OPERATOR, services.users.ensure(OPERATOR, 'mira'), 'test').token;
  const lectern = { url, tokens: { mira } };
  const get = (path: string) => call(lectern, path);
  return {
    url: lectern.url,
    get,
    async build(project, version) {
      const { build } = await call(
        lectern,
        `/api/v3/projects/${project}/versions/${version}/builds/`,
        'POST',
      );
      return eventually(
        () => get(`/api/v3/projects/${project}/builds/${(build as { id: number }).id}/`),
        ({ state }) => (state as { code: string }).code === 'finished',
      );
    },
    walk: () => walk(lectern, get),
  };
}

async function call({ url, tokens }: Serving, path: string, method = 'GET'): Promise<Json> {
  const headers = { authorization: `Token ${tokens.mira}` };
  const answer = await fetch(new URL(path, url), { method, headers });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return (await answer.json()) as Json;
}

async function walk({ url, tokens }: Serving, get: Sample['get']) {
  const { port } = new URL(url);
  const broken: string[] = [];
  const seen = new Set<string>();
  const queue: { readonly link: string; readonly from: string }[] = [];

  function offer(link: unknown, from: string): void {
    if (typeof link !== 'string' || link === '') return;
    const target = new URL(link, from);
    target.hash = '';
    // Other hosts are not ours to follow; the sample names none that a reader could click.
    if (target.protocol !== 'http:' || target.port !== port || seen.has(target.href)) return;
    seen.add(target.href);
    queue.push({ link: target.href, from });
  }

  async function follow(link: string, from: string): Promise<void> {
    const { hostname, host, pathname, search, href } = new URL(link);
    if (/^(?:localhost|127\.0\.0\.1)$/.test(hostname)) {
      const { status } = await fetch(href, { headers: { authorization: `Token ${tokens.mira}` } });
      if (status !== 200) broken.push(`${status} ${href} (from ${from})`);
      return;
    }
    const page = await readPage(url, hostname, pathname + search);
    const { location } = page.headers;
    if (page.status === 302 && typeof location === 'string') return offer(location, href);
    if (page.status !== 200) broken.push(`${page.status} ${host}${pathname} (from ${from})`);
    if (!String(page.headers['content-type']).startsWith('text/html')) return;
    for (const [, target] of page.text.matchAll(/\s(?:href|src)="([^"]*)"/g))
      offer(target?.replaceAll('&amp;', '&'), href);
  }

  for (const project of await all(get, '/api/v3/projects/?limit=100')) await offerProject(project);
  // Pages are indexed after a build.
  const found = await eventually(
    () => get('/api/v3/search/?q=water&limit=50') as unknown as Promise<Listed>,
    ({ count }) => count > 0,
  );
  for (const { domain, path } of found.results) offer(`${String(domain)}${String(path)}`, url);
  for (let next = queue.shift(); next; next = queue.shift()) await follow(next.link, next.from);
  return { broken, followed: seen.size };

  /** Offers what a client and the window link to for one project. */
  async function offerProject(project: Json): Promise<void> {
    const slug = String(project.slug);
    const links = project._links as Record<string, unknown>;
    // That a project has no superproject is said by a 404 (behaviour.md 10).
    const { superproject: _, ...others } = links;
    for (const link of Object.values(others)) offer(link, url);
    offer(`/projects/${slug}/badge/`, url);
    offer(project.homepage === null ? '' : project.homepage, url);
    const versions = await all(get, `/api/v3/projects/${slug}/versions/?limit=100`);
    const served = versions.filter(({ built }) => built === true);
    for (const { _links, urls, downloads } of served) {
      for (const link of Object.values(_links as object)) offer(link, url);
      offer((urls as Json).documentation, url);
      for (const download of Object.values(downloads as object)) offer(download, url);
    }
    for (const version of versions.filter(({ built }) => built !== true))
      if (Object.keys(version.downloads as object).length > 0)
        broken.push(`downloads of ${slug} without pages`);
    if (served.length > 0)
      await offerRedirects(
        slug,
        served.map((version) => String(version.slug)),
      );
  }

  async function offerRedirects(slug: string, versions: readonly string[]): Promise<void> {
    const project = await get(`/api/v3/projects/${slug}/`);
    const defaultVersion = String(project.default_version);
    if (!versions.includes(defaultVersion)) return;
    const language = (project.language as { code: string }).code;
    const site = { alias: null, language, singleVersion: false, omitsLanguage: false, defaultVersion };
    for (const { type, from_url: fromUrl, to_url: toUrl } of await all(
      get,
      `/api/v3/projects/${slug}/redirects/?limit=100`,
    )) {
      const rule = { type, fromUrl: fromUrl ?? '', toUrl: toUrl ?? '' } as Example[0];
      const examples = redirectExamples(rule, site, versions);
      if (examples.length === 0) broken.push(`no example of the redirect ${String(fromUrl)} of ${slug}`);
      // Only the default version need be built: it is the one that the window offers to build.
      for (const { from } of examples) offer(`http://${slug}.localhost:${port}${from}`, url);
    }
  }
}

async function all(get: Sample['get'], path: string): Promise<readonly Json[]> {
  return ((await get(path)) as unknown as Listed).results;
}
