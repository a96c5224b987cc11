import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Invalid } from '../../model/base/problems.ts';
import {
  type RepositoryFiles,
  type RepositoryInspection,
  stableRefName,
} from '../../model/projects/repository/repository-inspection.ts';
import { repositoryUrlError } from '../../model/projects/repository/repository-url.ts';
import { GitError, git } from './git.ts';
import { gitErrorMessage } from './git-error-messages.ts';
import { listRefs, prepareSource, type RepositorySource } from './remote-refs.ts';
import { readFiles } from './repository-files.ts';
import { readRefs } from './repository-refs.ts';

/** Time limits of the steps, in milliseconds, and a signal to abort them. */
export type InspectionLimits = {
  readonly refsMs?: number;
  readonly filesMs?: number;
  readonly signal?: AbortSignal | undefined;
};

const REFS_MS = 30_000;
const FILES_MS = 60_000;

/**
 * Reads a repository before it is imported: its refs from the remote, its files from a temporary clone of one commit.
 * Nothing of the repository is checked out or run (safety S12).
 * @throws Invalid on `url` when the URL is forbidden or the repository cannot be read
 * @throws DOMException AbortError when aborted
 */
export async function inspectRepository(
  url: string,
  limits: InspectionLimits = {},
): Promise<RepositoryInspection> {
  const { refsMs = REFS_MS, filesMs = FILES_MS, signal } = limits;
  const urlError = repositoryUrlError(url);
  if (urlError !== undefined) throw new Invalid({ url: [urlError] });
  const startedAt = performance.now();
  const tempFolder = await mkdtemp(join(tmpdir(), 'lectern-inspect-'));
  try {
    const source = await prepareSource(url, tempFolder);
    const refs = await readRefs(await listRefs(source, refsMs, signal));
    const found = await files(source, tempFolder, refs.defaultBranch, filesMs, signal);
    const stable = stableRefName(refs);
    return { refs, stable, ...found, tookMs: Math.round(performance.now() - startedAt) };
  } finally {
    await rm(tempFolder, { recursive: true, force: true });
  }
}

type Files = { readonly files: RepositoryFiles | null; readonly filesProblem: string | null };

/** Reads the files; a failure is reported as a problem only, since the refs are enough for an import. */
async function files(
  source: RepositorySource,
  tempFolder: string,
  branch: string | null,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Files> {
  if (branch === null)
    return { files: null, filesProblem: 'The repository has no default branch to read files from.' };
  const copy = join(tempFolder, 'copy');
  const options = { timeout, signal, env: source.env };
  try {
    await git(
      [
        'clone',
        '--quiet',
        '--no-checkout',
        '--depth=1',
        '--no-tags',
        '--filter=blob:none',
        `--branch=${branch}`,
        '--',
        source.url,
        copy,
      ],
      options,
    );
    return { files: await readFiles(copy, options), filesProblem: null };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return {
      files: null,
      filesProblem: `Its files could not be read. ${gitErrorMessage(error, timeout / 1000, source.url)}`,
    };
  }
}
