import type { DetectedDocs, RepositoryFiles } from '../../model/projects/repository/repository-inspection.ts';
import { type CheckedConfig, checkConfig } from '../config/config-check.ts';
import { inspectConfigOnThread } from '../config/inspect-config-thread.ts';
import { configFilesAmong } from '../config/read-config.ts';
import { type GitOptions, git } from './git.ts';
import { guessLanguage } from './guess-language.ts';

const PAGE_FILE = /\.(rst|md|markdown|ipynb|txt)$/i;
/** Where a `conf.py` belongs to Sphinx; deeper ones are examples and fixtures. */
const SPHINX_CONFIG = /^(?:[^/]+\/){0,2}conf\.py$/;
const MKDOCS_CONFIG = /^(?:[^/]+\/)?mkdocs\.ya?ml$/;

/** Reads the files of a clone's HEAD without checking it out. @throws GitError */
export async function readFiles(copy: string, options: Omit<GitOptions, 'cwd'>): Promise<RepositoryFiles> {
  const run = (...args: string[]) => git(args, { ...options, cwd: copy });
  const [log, tree] = await Promise.all([
    run('log', '-1', '--format=%H%x00%s', 'HEAD'),
    run('ls-tree', '-r', '-z', '--name-only', 'HEAD'),
  ]);
  const [commit = '', subject = ''] = log.trimEnd().split('\0');
  const paths = tree.split('\0').filter((path) => path !== '');
  const [file] = configFilesAmong(paths);
  const config = file === undefined ? null : await readConfig(file, await run('show', `HEAD:${file}`));
  return {
    commit: { commit, subject },
    docs: findDocs(paths, config?.docs ?? null),
    config: config?.preview ?? null,
    language: guessLanguage(paths),
  };
}

async function readConfig(file: string, text: string): Promise<CheckedConfig> {
  return checkConfig(file, text, await inspectConfigOnThread({ file, text }));
}

/** Finds what builds the docs: the file that the configuration names, else the one nearest the root. */
function findDocs(paths: readonly string[], configured: CheckedConfig['docs']): DetectedDocs | null {
  if (configured && paths.includes(configured.file))
    return describeDocs(configured.kind, configured.file, paths);
  const shallowest = (pattern: RegExp) =>
    paths
      .filter((path) => pattern.test(path))
      .sort((a, b) => depth(a) - depth(b) || docsFolderScore(b) - docsFolderScore(a))[0];
  const mkdocs = shallowest(MKDOCS_CONFIG);
  const sphinx = shallowest(SPHINX_CONFIG);
  if (sphinx !== undefined) return describeDocs('sphinx', sphinx, paths);
  return mkdocs === undefined ? null : describeDocs('mkdocs', mkdocs, paths);
}

function describeDocs(kind: DetectedDocs['kind'], file: string, paths: readonly string[]): DetectedDocs {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const below = kind === 'mkdocs' ? `${folder}docs/` : folder;
  const pages = paths.filter((path) => path.startsWith(below) && PAGE_FILE.test(path)).length;
  return { kind, file, pages };
}

function depth(path: string): number {
  return path.split('/').length;
}

/** Ranks a path within a docs folder above others of the same depth. */
function docsFolderScore(path: string): number {
  return /(^|\/)docs?\//.test(path) ? 1 : 0;
}
