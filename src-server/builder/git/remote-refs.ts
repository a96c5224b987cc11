import { writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Invalid } from '../../model/base/problems.ts';
import { GitError, git } from './git.ts';
import { gitErrorMessage } from './git-error-messages.ts';

/** Where git is to read. `config` stands in for the person's own settings, where those would be in the way. */
export type RepositorySource = { readonly url: string; readonly config: string | undefined };

/** How git reaches a repository; a settings file that this takes is written into the folder. */
export async function prepareSource(url: string, tempFolder: string): Promise<RepositorySource> {
  const local = isAbsolute(url) || /^file:/i.test(url);
  if (!local) return { url, config: undefined };
  // git reads no folder of another owner unless told to; here somebody has just named it.
  const config = join(tempFolder, 'gitconfig');
  await writeFile(config, '[safe]\n\tdirectory = *\n');
  return { url: isAbsolute(url) ? pathToFileURL(url).href : url, config };
}

/**
 * What `git ls-remote` says of branches and tags; `timeout` in milliseconds.
 * @throws Invalid on `url` with the reason @throws DOMException AbortError when given up
 */
export async function listRefs(
  source: RepositorySource,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const args = ['ls-remote', '--symref', '--', source.url, 'HEAD', 'refs/heads/*', 'refs/tags/*'];
  try {
    return await git(args, { timeout, signal, globalConfig: source.config });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new Invalid({ url: [gitErrorMessage(error, timeout / 1000, source.url)] });
  }
}
