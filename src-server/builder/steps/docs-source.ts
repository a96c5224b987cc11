import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, resolve } from 'node:path';
import { readDocsDirOnThread } from '../config/inspect-config-thread.ts';
import { withinCheckout } from '../process/within-checkout.ts';
import { BuildProblem } from '../queue/build-problem.ts';

/** Folders that never contain the docs. */
const IGNORED_FOLDERS = /^(?:\..*|_readthedocs|_build|node_modules|venv|env|site-packages)$/;
const MAX_DEPTH = 6;
const MKDOCS = ['mkdocs.yml', 'mkdocs.yaml', 'docs/mkdocs.yml', 'docs/mkdocs.yaml'];

/**
 * Finds Sphinx's conf.py in a checkout, relative to it: the only one, or the one nearest the root in a docs folder
 * (behaviour.md 9). Returns a problem when there is none, or several without a docs folder.
 */
export async function findSphinxConfig(
  checkout: string,
): Promise<string | { readonly problem: 'none' | 'several' }> {
  const found = (await sphinxConfigFiles(checkout, '', 0)).sort(
    (a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1),
  );
  const [only] = found;
  if (only === undefined) return { problem: 'none' };
  if (found.length === 1) return only;
  return found.find((path) => posix.dirname(path).includes('doc')) ?? { problem: 'several' };
}

/** Returns the conf.py to build with, relative to the checkout. @throws BuildProblem @throws ConfigProblem */
export async function resolveSphinxConfig(checkout: string, configured: string | null): Promise<string> {
  if (configured !== null) {
    if (existsSync(join(checkout, configured)))
      return withinCheckout(checkout, configured, 'sphinx.configuration');
    throw new BuildProblem(
      `A configuration file was not found. sphinx.configuration names ${configured}, which is not in the repository.`,
    );
  }
  const found = await findSphinxConfig(checkout);
  if (typeof found === 'string') return withinCheckout(checkout, found, 'sphinx.configuration');
  if (found.problem === 'several')
    throw new BuildProblem(
      'We found more than one conf.py and are not sure which one to use. Name it in .readthedocs.yaml, as sphinx.configuration.',
    );
  const mkdocs = MKDOCS.find((name) => existsSync(join(checkout, name)));
  const hint =
    mkdocs === undefined
      ? ''
      : ` There is a ${mkdocs}: to build with MkDocs, name it in .readthedocs.yaml, as mkdocs.configuration.`;
  throw new BuildProblem(
    `A configuration file was not found. Make sure you have a conf.py file in your repository.${hint}`,
  );
}

/** Returns the mkdocs.yml to build with, relative to the checkout. @throws BuildProblem @throws ConfigProblem */
export function resolveMkdocsConfig(checkout: string, configured: string | null): string {
  const found = (configured === null ? MKDOCS : [configured]).find((name) =>
    existsSync(join(checkout, name)),
  );
  if (found !== undefined) return withinCheckout(checkout, found, 'mkdocs.configuration');
  throw new BuildProblem(
    configured === null
      ? 'A configuration file was not found. Make sure you have a mkdocs.yml file in your repository.'
      : `A configuration file was not found. mkdocs.configuration names ${configured}, which is not in the repository.`,
  );
}

/** In bytes; a file with a list of thousands of pages has a tenth of it. */
const MAX_MKDOCS_BYTES = 1_000_000;

/**
 * Returns the pages folder of an mkdocs.yml, relative to the checkout; MkDocs publishes what is in it.
 * @throws ConfigProblem for a folder outside the checkout, also through a link @throws BuildProblem for a huge file
 */
export async function resolveMkdocsPages(checkout: string, file: string): Promise<string> {
  const path = join(checkout, file);
  const stats = statSync(path);
  if (stats.size > MAX_MKDOCS_BYTES)
    throw new BuildProblem(`${file} is larger than 1 MB. Make it shorter, for example by a shorter nav.`);
  const docsDir = await readDocsDirOnThread(stats.isFile() ? await readFile(path, 'utf8') : '');
  const folder = resolve(checkout, posix.dirname(file), docsDir);
  return withinCheckout(checkout, relative(checkout, folder) || '.', 'mkdocs.configuration');
}

async function sphinxConfigFiles(checkout: string, folder: string, depth: number): Promise<string[]> {
  const found: string[] = [];
  if (depth > MAX_DEPTH) return found;
  for (const entry of await readdir(join(checkout, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory() && !IGNORED_FOLDERS.test(entry.name))
      found.push(...(await sphinxConfigFiles(checkout, path, depth + 1)));
    else if (entry.isFile() && entry.name === 'conf.py') found.push(path);
  }
  return found;
}
