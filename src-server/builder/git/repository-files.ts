import type { FoundDocs, FoundFiles } from '../../model/projects/repository-inspection.ts';
import { type CheckedConfig, checkConfig } from '../config/config-check.ts';
import { configFilesAmong } from '../config/read-config.ts';
import { type GitOptions, git } from './git.ts';
import { guessLanguage } from './guess-language.ts';

const PAGE = /\.(rst|md|markdown|ipynb|txt)$/i;
/** Where a `conf.py` is Sphinx's; deeper ones are examples and fixtures. */
const SPHINX = /^(?:[^/]+\/){0,2}conf\.py$/;
const MKDOCS = /^(?:[^/]+\/)?mkdocs\.ya?ml$/;

/** Reads one commit's files out of a copy without checking it out. @throws GitFailed */
export async function readFiles(copy: string, options: Omit<GitOptions, 'cwd'>): Promise<FoundFiles> {
  const run = (...args: string[]) => git(args, { ...options, cwd: copy });
  const [log, tree] = await Promise.all([
    run('log', '-1', '--format=%H%x00%s', 'HEAD'),
    run('ls-tree', '-r', '-z', '--name-only', 'HEAD'),
  ]);
  const [commit = '', subject = ''] = log.trimEnd().split('\0');
  const paths = tree.split('\0').filter((path) => path !== '');
  const [file] = configFilesAmong(paths);
  const config = file === undefined ? null : checkConfig(file, await run('show', `HEAD:${file}`));
  return {
    commit: { commit, subject },
    docs: docsAmong(paths, config?.docs ?? null),
    config: config?.shown ?? null,
    language: guessLanguage(paths),
  };
}

/** By what the docs are made: the file that the configuration names, else the one that lies highest. */
function docsAmong(paths: readonly string[], named: CheckedConfig['docs']): FoundDocs | null {
  if (named && paths.includes(named.file)) return found(named.kind, named.file, paths);
  const highest = (pattern: RegExp) =>
    paths.filter((path) => pattern.test(path)).sort((a, b) => depth(a) - depth(b) || score(b) - score(a))[0];
  const mkdocs = highest(MKDOCS);
  const sphinx = highest(SPHINX);
  if (sphinx !== undefined) return found('sphinx', sphinx, paths);
  return mkdocs === undefined ? null : found('mkdocs', mkdocs, paths);
}

function found(kind: FoundDocs['kind'], file: string, paths: readonly string[]): FoundDocs {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const below = kind === 'mkdocs' ? `${folder}docs/` : folder;
  const pages = paths.filter((path) => path.startsWith(below) && PAGE.test(path)).length;
  return { kind, file, pages };
}

function depth(path: string): number {
  return path.split('/').length;
}

/** Of two that lie equally deep, the one below a folder of docs. */
function score(path: string): number {
  return /(^|\/)docs?\//.test(path) ? 1 : 0;
}
