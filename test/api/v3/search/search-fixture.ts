import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startSearchIndexer } from '../../../../src-server/builder/search/search-indexer.ts';
import { DEFAULT_DIALECT, type Dialect } from '../../../../src-server/model/base/dialect.ts';
import type { JsonObject } from '../../../../src-server/model/builds/build.ts';
import { systemActor } from '../../../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../../../support/api/api-server.ts';

/** A server whose pages are indexed as they are published. */
export type SearchServer = ApiServer & {
  /** Lets a build of the version leave these pages, by their path: `guide/index.html`. */
  readonly publish: (
    project: string,
    version: string,
    pages: Readonly<Record<string, string>>,
    config?: JsonObject,
  ) => void;
  /** Resolves when the index is as the served pages are. */
  readonly indexed: () => Promise<void>;
  readonly searchFile: string;
};

const RUNNER = systemActor('runner');

/** Starts a server with this seed, in a data folder of its own. */
export async function startSearch(seed: object, dialect: Dialect = DEFAULT_DIALECT): Promise<SearchServer> {
  const data = mkdtempSync(join(tmpdir(), 'lectern-search-'));
  const api = await startApi({ data, seed, dialect });
  const { services, folder } = api.lectern;
  if (!folder) throw new Error('there is no data folder');
  const { search: searchFile, docs: docsFolder } = folder;
  const lines: string[] = [];
  const indexer = startSearchIndexer({ services, searchFile, docsFolder, log: (line) => lines.push(line) });
  return {
    ...api,
    searchFile,
    publish(project, version, pages, config) {
      const build = services.builds.trigger(systemActor('command'), project, version);
      const id = build.build.id;
      const order = services.buildRuns.dequeue(RUNNER);
      if (order?.id !== id) throw new Error('another build waits');
      for (const [path, html] of Object.entries(pages)) {
        const file = join(docsFolder, String(order.versionId), String(id), 'html', path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, html);
      }
      services.buildRuns.progress(RUNNER, id, { state: 'building', ...(config && { config }) });
      services.buildRuns.finish(RUNNER, id, { success: true, downloads: [], pages: true });
    },
    async indexed() {
      await indexer.settled();
      if (lines.length > 0) throw new Error(lines.join('\n'));
    },
    async close() {
      await indexer.close();
      await api.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** A page as Sphinx writes it, with a section for each heading. */
export function sphinxPage(title: string, sections: Readonly<Record<string, string>>): string {
  const id = (heading: string) => heading.toLowerCase().replaceAll(/\W+/g, '-');
  const link = (heading: string) => `<a class="headerlink" href="#${id(heading)}">¶</a>`;
  const inner = Object.entries(sections).map(
    ([heading, text]) =>
      `<section id="${id(heading)}"><h2>${heading}${link(heading)}</h2><p>${text}</p></section>`,
  );
  return `<!DOCTYPE html><html><head><title>${title} — docs</title><script>var sidebar</script></head><body>
    <div class="body" role="main"><section id="${id(title)}"><h1>${title}${link(title)}</h1>${inner.join('')}</section></div>
    <div class="sphinxsidebar" role="navigation"><h3>Navigation menu</h3></div></body></html>`;
}
