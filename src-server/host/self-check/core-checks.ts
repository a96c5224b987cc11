// What an installed application proves about itself: that nothing which is loaded late was left out of the package.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureOutput } from '../../builder/process/capture-output.ts';
import { createPageIndexer } from '../../builder/search/index-pages.ts';
import { findOnPath } from '../../builder/steps/find-programs.ts';
import type { Lectern } from '../../lectern.ts';
import { systemClock } from '../../model/base/timestamp.ts';
import { createBackup } from '../../store/backup/backup.ts';
import { checkOnThread } from '../../store/file/integrity.ts';
import { loadKeychain, probeKeychain } from '../../vault/keychain-vault.ts';

/** One check. `run` returns what it found, as a short text. @throws Error with the reason of a failure */
export type Check = { readonly name: string; readonly run: () => Promise<string> };

const KEYCHAIN_LIMIT_MS = 10_000;
const PAGE = '<!doctype html><title>Almanac</title><body><h1>Almanac</h1><p>High water at noon.</p></body>';

/** Lists the checks of an open core: its server, both worker threads, the keychain and git. */
export function coreChecks(lectern: Lectern): readonly Check[] {
  return [
    { name: 'http', run: () => requestApi(lectern.url) },
    { name: 'integrity worker', run: () => backUp(lectern) },
    { name: 'indexing worker', run: indexPage },
    { name: 'keychain', run: askKeychain },
    { name: 'git', run: askGit },
  ];
}

async function requestApi(url: string): Promise<string> {
  const { status } = await fetch(`${url}/api/openapi.json`);
  if (status !== 200) throw new Error(`The API answers ${status}.`);
  return String(status);
}

async function backUp({ database, folder }: Lectern): Promise<string> {
  if (!folder) throw new Error('A store in memory has no backups.');
  const { bytes, file } = await createBackup(database, folder, 'manual', systemClock);
  // A backup as small as this one is made without the thread.
  const { findings } = await checkOnThread(file);
  if (findings.length > 0) throw new Error(findings.join(' '));
  return `${bytes} bytes`;
}

/** Indexes a page on the thread of its own. */
async function indexPage(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'lectern-self-check-'));
  const failures: string[] = [];
  try {
    const html = join(root, '1', '1', 'html');
    mkdirSync(html, { recursive: true });
    writeFileSync(join(html, 'index.html'), PAGE);
    const indexer = createPageIndexer({
      searchFile: join(root, 'search.sqlite'),
      docsFolder: root,
      secretsOf: async () => [],
      log: (line) => failures.push(line),
    });
    await indexer.index({
      projectId: 1,
      versionId: 1,
      buildId: 1,
      language: 'en',
      ranking: {},
      ignore: null,
    });
    await indexer.close();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  if (failures.length > 0) throw new Error(failures.join(' '));
  return '1 page';
}

/** Tries the keychain. Without one secrets are in a file, which is no failure; a module that cannot be loaded is. */
async function askKeychain(): Promise<string> {
  await loadKeychain();
  const probe = await probeKeychain(KEYCHAIN_LIMIT_MS);
  return probe.ok ? 'keeps secrets' : probe.reason;
}

/** Asks git by the way that builds take, so that the guard of their processes is tried too. */
async function askGit(): Promise<string> {
  const git = findOnPath('git');
  if (git === undefined) throw new Error('git is not in PATH.');
  const env = { PATH: process.env.PATH ?? '' };
  const output = await captureOutput([git, '--version'], {
    cwd: tmpdir(),
    env,
    stop: new AbortController().signal,
  });
  if (output === undefined) throw new Error(`${git} --version failed.`);
  return output;
}
