import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPageIndexer } from '../../../src-server/builder/search/index-pages.ts';
import { openCore } from '../../../src-server/core.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';

const RUNNER = systemActor('runner');
const latest = {
  verbose_name: 'latest',
  identifier: 'origin/main',
  type: 'branch',
  active: true,
  built: false,
};
const project = (slug: string, more: object = {}) => ({
  ...{ slug, name: slug[0]?.toUpperCase() + slug.slice(1), users: ['mira'], versions: [latest] },
  repository: { url: `https://example.org/${slug}`, type: 'git' },
  ...more,
});
const page = (title: string, sections: Readonly<Record<string, string>>) =>
  `<body role="main"><h1 id="top">${title}</h1>${Object.entries(sections)
    .map(([heading, text]) => `<h2 id="${heading.toLowerCase()}">${heading}</h2><p>${text}</p>`)
    .join('')}</body>`;
const PAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  harbour: {
    'index.html': page('Harbour guide', { Welcome: 'Ships moor at the quay.' }),
    'tides/index.html': page('Tides', { Floods: 'The quay floods at &lt;b&gt;spring&lt;/b&gt; tide.' }),
    ...Object.fromEntries(
      Array.from({ length: 25 }, (_, at) => [
        `bird-${at}.html`,
        page(`Bird ${at}`, { Sound: 'A heron calls.' }),
      ]),
    ),
  },
  crane: { 'index.html': page('Crane', { Hook: 'It lifts from the quay.' }) },
};

/** Fills a data folder with the built pages of two projects, indexed for search. */
export async function populate(data: string): Promise<void> {
  const core = await openCore({ data: data, keychain: 'off' });
  const { services, folder } = core;
  if (!folder) throw new Error('there is no data folder');
  const seed = {
    users: [{ username: 'mira' }],
    projects: [project('harbour', { subprojects: [{ child: 'crane' }] }), project('crane')],
  };
  await services.seeds.load(systemActor('command'), parseSeed(seed));
  const indexer = createPageIndexer({
    searchFile: folder.search,
    docsFolder: folder.docs,
    secretsOf: () => Promise.resolve([]),
    log: (line) => console.error(line),
  });
  for (const [slug, pages] of Object.entries(PAGES)) {
    const { build } = services.builds.trigger(systemActor('command'), slug, 'latest');
    const order = services.buildRuns.dequeue(RUNNER);
    if (order?.id !== build.id) throw new Error('another build waits');
    const { projectId, versionId } = order;
    for (const [path, html] of Object.entries(pages)) {
      const file = join(folder.docs, String(versionId), String(build.id), 'html', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, html);
    }
    services.buildRuns.finish(RUNNER, build.id, { success: true, downloads: [], pages: true });
    await indexer.index({
      projectId,
      versionId,
      buildId: build.id,
      language: 'en',
      ranking: {},
      ignore: null,
    });
  }
  await indexer.close();
  await core.close();
}
