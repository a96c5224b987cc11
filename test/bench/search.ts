import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createPageIndexer } from '../../src-server/builder/search/index-pages.ts';
import { openCore } from '../../src-server/core.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { startLectern } from './programs/server-process.ts';
import { atMost, median, type Result } from './report.ts';
import { functionName, words, writePages } from './sites.ts';

const PAGES = 10_000;
const SEARCHES = 500;
const MB = 1024 * 1024;
const runner = systemActor('runner');

/** Measures indexing of ten thousand pages, and searches across them from request to response. */
export async function measureSearch(scratch: string, note: (result: Result) => void): Promise<void> {
  const data = join(scratch, 'data');
  mkdirSync(data);
  const { token, seconds, pagesMb } = await fill(data);
  const size = statSync(join(data, 'search.sqlite')).size / MB;
  const detail = `${size.toFixed(0)} MB for ${pagesMb.toFixed(0)} MB of HTML`;
  note(atMost('size of the search index, against its pages', size / pagesMb, 4, detail));
  const perSecond = Math.round(PAGES / seconds);
  note(atMost('indexing 10,000 pages, s', seconds, 60, `${perSecond} pages a second`));
  const lectern = await startLectern(data);
  try {
    for (const [kind, queryOf] of Object.entries(QUERIES)) {
      const times = await timeSearches(lectern.url, token, queryOf);
      const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
      const measured = `p95 of ${times.length} searches, median ${median(times).toFixed(1)} ms`;
      note(atMost(`search over 10,000 pages: ${kind}, ms`, p95, 20, measured));
    }
  } finally {
    await lectern.stop();
  }
}

/** What is searched: what occurs once with what is on every page, as in any language. */
const QUERIES: Readonly<Record<string, (round: number) => string>> = {
  'words and phrases': (round) => (round % 3 === 0 ? `"${words(round, 2)}"` : words(round, 1 + (round % 3))),
  names: (round) => (round % 2 === 0 ? functionName(round * 4, 2) : `tides.${functionName(round * 4, 3)}`),
  'typing errors': (round) => misspelled(functionName(round * 4, 2).replaceAll('_', '')),
};

/** Swaps two letters in the middle. */
function misspelled(word: string): string {
  const at = Math.floor(word.length / 2);
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
}

async function timeSearches(
  url: string,
  token: string,
  queryOf: (round: number) => string,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < SEARCHES; round++) {
    const q = encodeURIComponent(`project:many ${queryOf(round)}`);
    const startedAt = performance.now();
    const answer = await fetch(`${url}/api/v3/search/?q=${q}`, {
      headers: { authorization: `Token ${token}` },
    });
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (!answer.ok) throw new Error(`a search was refused: ${answer.status}`);
  }
  return times.sort((one, other) => one - other);
}

/** Fills a data folder with a project of many pages and indexes them. */
async function fill(data: string) {
  const core = await openCore({ data, keychain: 'off' });
  try {
    const { services, folder } = core;
    if (!folder) throw new Error('there is no data folder');
    const user = services.users.ensure(runner, 'mira');
    const repository = { url: 'https://example.org/many.git', type: 'git' } as const;
    services.projects.create({ kind: 'user', user, door: 'desk' }, { name: 'many', repository });
    const order = services.buildRuns.dequeue(runner);
    if (!order) throw new Error('no build is queued');
    const { id: buildId, versionId, projectId } = order;
    const html = join(folder.docs, String(versionId), String(buildId), 'html');
    const pagesMb = writePages(html, PAGES) / MB;
    services.buildRuns.finish(runner, buildId, { success: true, downloads: [], pages: true });
    const indexer = createPageIndexer({
      ...{ searchFile: folder.search, docsFolder: folder.docs, secretsOf: () => Promise.resolve([]) },
      log: (line) => {
        throw new Error(line);
      },
    });
    const startedAt = performance.now();
    await indexer.index({ projectId, versionId, buildId, language: 'en', ranking: {}, ignore: null });
    const seconds = (performance.now() - startedAt) / 1000;
    await indexer.close();
    return { token: services.tokens.create(runner, user, 'bench').token, seconds, pagesMb };
  } finally {
    await core.close();
  }
}
