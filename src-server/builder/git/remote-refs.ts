import { writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Invalid } from '../../model/base/problems.ts';
import { gitAddress } from '../../model/projects/repository/repository-url.ts';
import { GitError, git } from './git.ts';
import { separateCredentials } from './git-credentials.ts';
import { gitErrorMessage } from './git-error-messages.ts';

/** How git reaches a repository. */
export type RepositorySource = {
  /** Without a password. */
  readonly url: string;
  /** Whether it is a folder of this computer. */
  readonly isLocal: boolean;
  /** The variables that git needs for it. */
  readonly env: Readonly<Record<string, string>>;
};

/** Returns how git reaches a repository; writes a settings file into the folder when one is needed. */
export async function prepareSource(repositoryUrl: string, tempFolder: string): Promise<RepositorySource> {
  const url = gitAddress(repositoryUrl);
  const local = isAbsolute(url) || /^file:/i.test(url);
  if (!local) {
    const separated = separateCredentials(url);
    return { url: separated.url, isLocal: false, env: separated.variables };
  }
  // git refuses a folder of another owner by default; here a person has named it.
  const config = join(tempFolder, 'gitconfig');
  await writeFile(config, '[safe]\n\tdirectory = *\n');
  const env = { GIT_CONFIG_GLOBAL: config, GIT_CONFIG_NOSYSTEM: '1' };
  return { url: isAbsolute(url) ? pathToFileURL(url).href : url, isLocal: true, env };
}

/** Output of about 200,000 refs; more are refused. */
const MAX_REFS_BYTES = 16 * 1024 * 1024;

/**
 * Returns the output of `git ls-remote` for branches and tags; `timeout` in milliseconds.
 * @throws Invalid on `url` with the reason @throws DOMException AbortError when aborted
 */
export async function listRefs(
  source: RepositorySource,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const args = ['ls-remote', '--symref', '--', source.url, 'HEAD', 'refs/heads/*', 'refs/tags/*'];
  try {
    return await git(args, { timeout, signal, env: source.env, maxBytes: MAX_REFS_BYTES });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new Invalid({ url: [gitErrorMessage(error, timeout / 1000, source.url)] });
  }
}
