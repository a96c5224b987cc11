import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, utimes } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import type { QueuedBuild } from '../../services/builds/build-runs.ts';
import type { InstallScope } from '../steps/build-steps.ts';
import { projectFolders } from '../steps/python/machine-install.ts';
import type { SourceChanges, SourceCopy } from './source-copy.ts';

/** Files that say which packages an environment gets, beside those that the configuration names. */
const PACKAGE_FILES =
  /(?:requirements|constraints)[^/]*\.(?:txt|in)$|^(?:pyproject\.toml|setup\.(?:py|cfg)|Pipfile|environment[^/]*\.ya?ml|package(?:-lock)?\.json|[^/]*\.lock)$/i;
/** What a package of Python is made of. */
const PACKAGE_SOURCE = /\.(?:pyi?|pyx|pxd|c|cc|cpp|h|hpp|rs)$/;
/** Their times tell installers that a package has to be made again. */
const PACKAGE_TIMES = ['pyproject.toml', 'setup.py', 'setup.cfg'];

/** Returns a digest of all that decides what is in the environment of a build. */
export async function environmentKey(
  config: BuildConfig,
  { project }: QueuedBuild,
  copy: SourceCopy,
  checkout: string,
): Promise<string> {
  const hash = createHash('sha256');
  const { tools, jobs, commands, aptPackages, os } = config.build;
  const { build: _, ...installJobs } = jobs;
  hash.update(JSON.stringify([project.buildTools, config.doctype, config.python, config.conda, tools, os]));
  hash.update(JSON.stringify([installJobs, commands.length, aptPackages]));
  const named = new Set(
    config.python.install.flatMap((entry) =>
      'requirements' in entry && entry.requirements !== null ? [posix.normalize(entry.requirements)] : [],
    ),
  );
  if (config.conda !== null) named.add(posix.normalize(config.conda.environment));
  const files = copy.paths().filter((path) => named.has(path) || PACKAGE_FILES.test(posix.basename(path)));
  for (const path of files.sort()) {
    hash.update(`\0${path}\0`);
    hash.update(await readFile(join(checkout, path)).catch(() => ''));
  }
  return hash.digest('hex');
}

/** Returns what must be installed for these changes into an environment that was kept. */
export async function scopeOfChanges(
  config: BuildConfig,
  { changed, removed }: SourceChanges,
  checkout: string,
): Promise<InstallScope> {
  const folders = projectFolders(config);
  const isSource = (path: string) => PACKAGE_SOURCE.test(path) && posix.basename(path) !== 'conf.py';
  if (folders.length === 0 || ![...changed, ...removed].some(isSource)) return 'nothing';
  const now = new Date();
  for (const folder of folders)
    for (const name of PACKAGE_TIMES) {
      const file = join(checkout, folder, name);
      if (existsSync(file)) await utimes(file, now, now);
    }
  return 'project';
}
