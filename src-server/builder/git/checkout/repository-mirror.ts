import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { readdir, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Invalid } from '../../../model/base/problems.ts';
import { GitError, git } from '../git.ts';
import { listRefs, type RepositorySource } from '../remote-refs.ts';
import { FETCH_DEPTH, type WantedRevision } from './git-revision.ts';

/** A bare copy of a repository, from which checkouts are made; it holds no password and no build can see it. */
export type RepositoryMirror = {
  readonly folder: string;
  readonly source: RepositorySource;
  readonly stop: AbortSignal;
};

const REFS_MS = 60_000;
const FETCH_MS = 3_600_000;
const LOCAL_MS = 600_000;
/** Each fetch adds a pack; beyond this number they are made one. */
const MAX_PACKS = 40;
/** Refs that keep what was fetched, so that the next fetch asks for what is new; a checkout does not see them. */
const KEPT_REFS = 'refs/kept';
const SETTINGS = {
  'gc.auto': '0',
  'fetch.unpackLimit': '1',
  'transfer.hideRefs': KEPT_REFS,
  'uploadpack.allowAnySHA1InWant': 'true',
};

/** Returns the folder of a project's mirror; removes those of its earlier addresses. */
export async function mirrorFolder(shared: string, projectId: number, url: string): Promise<string> {
  const folder = join(shared, 'repositories');
  const name = `${projectId}-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;
  for (const other of await readdir(folder).catch(() => []))
    if (other.startsWith(`${projectId}-`) && other !== name)
      await rm(join(folder, other), { recursive: true, force: true });
  return join(folder, name);
}

/**
 * Brings a mirror up to date with the default branch and the wanted revision; returns variables by which git takes the
 * mirror for the repository itself. Undefined where the repository has to be asked: it does not answer, or the revision
 * is not what its name says. A damaged mirror is made again. @throws DOMException AbortError
 */
export async function refreshMirror(
  mirror: RepositoryMirror,
  wanted: WantedRevision,
): Promise<Readonly<Record<string, string>> | undefined> {
  const { folder, source, stop } = mirror;
  const listed = await listRefs(source, REFS_MS, stop).catch((error: unknown) => {
    if (error instanceof Invalid) return undefined;
    throw error;
  });
  const refs = parseRefs(listed ?? '');
  const [refspec] = wanted.refspecs;
  if (refs.head === undefined || !refs.ids.has(refs.head) || refspec === undefined) return undefined;
  const from = refspec.replace(/^\+/, '').split(':', 1)[0] ?? '';
  if (/^refs\/(?:heads|tags)\//.test(from) && !refs.ids.has(from)) return undefined;
  for (const isLast of [false, true]) {
    try {
      await update(mirror, refs, from);
      const now = new Date();
      // The last use, by which old ones are removed.
      await utimes(folder, now, now);
      return mirrorVariables(source.url, folder);
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      const isNew = !existsSync(join(folder, 'packed-refs')) && !existsSync(join(folder, KEPT_REFS));
      await rm(folder, { recursive: true, force: true });
      if (isLast || isNew) return undefined;
    }
  }
  return undefined;
}

type RemoteRefs = { readonly head: string | undefined; readonly ids: ReadonlyMap<string, string> };

async function update(
  { folder, source, stop }: RepositoryMirror,
  refs: RemoteRefs,
  from: string,
): Promise<void> {
  const run = (args: readonly string[], timeout = LOCAL_MS, env: RepositorySource['env'] = {}) =>
    git(args, { cwd: folder, timeout, signal: stop, env });
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
    mkdirSync(folder, { mode: 0o700 });
    await run(['init', '--quiet', '--bare', '.']);
    for (const [key, value] of Object.entries(SETTINGS)) await run(['config', key, value]);
  }
  await removeStale(run, refs);
  const { head = '' } = refs;
  const isRef = from.startsWith('refs/');
  const wanted = isRef ? `+${from}:${from}` : `+${from}:${KEPT_REFS}/commits/${from}`;
  const specs = [...new Set([`+${head}:${head}`, wanted])];
  await run(
    ['fetch', '--quiet', '--force', '--depth', FETCH_DEPTH, '--', source.url, ...specs],
    FETCH_MS,
    source.env,
  );
  for (const ref of isRef ? new Set([head, from]) : [head])
    await run(['update-ref', `${KEPT_REFS}/${ref.slice('refs/'.length)}`, ref]);
  await run(['symbolic-ref', 'HEAD', head]);
  const packs = await readdir(join(folder, 'objects', 'pack')).catch(() => []);
  if (packs.filter((name) => name.endsWith('.pack')).length > MAX_PACKS)
    await run(['gc', '--quiet', '--prune=now']);
}

/** Removes refs that the repository may no longer have, so that a checkout finds what a clone would. */
async function removeStale(
  run: (args: readonly string[]) => Promise<string>,
  { ids }: RemoteRefs,
): Promise<void> {
  const output = await run(['for-each-ref', '--format=%(objectname) %(refname)']);
  for (const line of output.split('\n').filter(Boolean)) {
    const space = line.indexOf(' ');
    const [id, ref] = [line.slice(0, space), line.slice(space + 1)];
    const isCurrentTag = ref.startsWith('refs/tags/') && ids.get(ref) === id;
    if (!ref.startsWith(`${KEPT_REFS}/`) && !isCurrentTag) await run(['update-ref', '-d', ref]);
  }
}

/** Parses the output of `git ls-remote --symref`. */
function parseRefs(output: string): RemoteRefs {
  const head = /^ref: (refs\/heads\/\S+)\tHEAD$/m.exec(output)?.[1];
  const ids = [...output.matchAll(/^([0-9a-f]{40})\t(refs\/\S+)$/gm)].map(
    ([, id = '', ref = '']) => [ref, id] as const,
  );
  return { head, ids: new Map(ids) };
}

/** Returns settings of git, for a clone and a fetch, that read the mirror under the address of the repository. */
function mirrorVariables(url: string, folder: string): Record<string, string> {
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.${pathToFileURL(folder).href}.insteadOf`,
    GIT_CONFIG_VALUE_0: url,
    GIT_ALLOW_PROTOCOL: 'file',
  };
}
