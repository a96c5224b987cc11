import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Invalid } from '../../model/base/problems.ts';
import { isLocalAddress, localAddress } from '../../model/projects/repository/repository-url.ts';
import type { PreviewFolder } from '../../services/previews/previews.ts';
import { configFilesAmong } from '../config/read-config.ts';
import { adviseTools } from '../import/advise-tools.ts';

type Repository = { readonly slug: string; readonly url: string };

/**
 * Finds what previewing a folder builds: the folder, or the repository around it where only that has a configuration
 * file or is a project's; and the project that it belongs to. @throws Invalid on `folder`
 */
export async function lookAtPreview(
  typed: string,
  repositories: readonly Repository[],
): Promise<PreviewFolder> {
  const folder = await readableFolder(localAddress(typed, homedir()));
  const root = await repositoryAround(folder);
  const projects = await projectsByFolder(repositories);
  const isRoot = root === undefined || root === folder || (await isBuilt(folder, projects));
  const chosen = isRoot || !(await isBuilt(root, projects)) ? folder : root;
  const names = await readdir(chosen);
  const isMkdocs = configFilesAmong(names).length === 0 && names.some((name) => /^mkdocs\.ya?ml$/.test(name));
  const docs = isMkdocs ? 'mkdocs' : null;
  return {
    folder: chosen,
    project: projects.get(chosen) ?? null,
    documentationType: isMkdocs ? 'mkdocs' : 'sphinx',
    buildTools: (await adviseTools({ docs, python: null })).tools,
  };
}

async function readableFolder(path: string): Promise<string> {
  const fail = (reason: string) => new Invalid({ folder: [reason] });
  if (path === '') throw fail('Enter the path of a folder.');
  if (!isLocalAddress(path)) throw fail('Enter the whole path of a folder of this computer.');
  const found = await stat(path).catch(() => undefined);
  if (!found) throw fail(`There is no folder ${path}.`);
  if (!found.isDirectory()) throw fail(`${path} is a file. Choose the folder that it is in.`);
  await access(path, constants.R_OK | constants.X_OK).catch(() => {
    throw fail(`${path} cannot be read. Change its permissions, or choose another folder.`);
  });
  const real = await realpath(path);
  if (dirname(real) === real) throw fail('This is the whole computer. Choose the folder of one project.');
  if (real === (await realpath(homedir()).catch(() => '')))
    throw fail('This is your home folder. Choose the folder of one project.');
  return real;
}

/** Whether a folder says itself what is built of it. */
async function isBuilt(folder: string, projects: ReadonlyMap<string, string>): Promise<boolean> {
  return projects.has(folder) || configFilesAmong(await readdir(folder).catch(() => [])).length > 0;
}

/** Returns the top of the repository that a folder is in. */
async function repositoryAround(folder: string): Promise<string | undefined> {
  for (let at = folder; dirname(at) !== at; at = dirname(at))
    if (await stat(join(at, '.git')).catch(() => undefined)) return at;
  return undefined;
}

/** Returns the slugs of the projects whose repositories are folders here, by folder. */
async function projectsByFolder(repositories: readonly Repository[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { slug, url } of repositories) {
    const path = isLocalAddress(url) ? pathOf(url) : undefined;
    const real = path && (await realpath(path.replace(/[\\/]\.git[\\/]?$/, '')).catch(() => undefined));
    if (real && !found.has(real)) found.set(real, slug);
  }
  return found;
}

function pathOf(url: string): string | undefined {
  if (!/^file:/i.test(url)) return resolve(url);
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
