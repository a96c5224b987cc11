import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { BuildConfig } from '../../../model/builds/build-config.ts';
import { repositoryUrlError } from '../../../model/projects/repository/repository-url.ts';
import { withinCheckout } from '../../process/within-checkout.ts';
import { BuildProblem, CommandFailed } from '../../queue/build-problem.ts';
import type { Checkout } from './git-checkout.ts';

type Submodule = { readonly path: string; readonly url: string };

/**
 * Checks out the submodules that the configuration selects (behaviour.md 15, `submodules`).
 * @throws BuildProblem for forbidden addresses @throws ConfigProblem for paths that lead out of the checkout
 * @throws CommandFailed @throws BuildStopped
 */
export async function checkOutSubmodules(
  folder: string,
  checkout: Checkout,
  wanted: BuildConfig['submodules'],
): Promise<void> {
  const selected = selectSubmodules(await listSubmodules(folder, checkout), wanted);
  if (selected.length === 0) return;
  const rejected = selected.filter(({ url }) => !isAllowed(url, checkout.isLocal)).map(({ url }) => url);
  if (rejected.length > 0) {
    throw new BuildProblem(
      `One or more submodule URLs are not valid: ${JSON.stringify(rejected)}. Use https or ssh; folders of this computer are allowed only in a repository on this computer.`,
    );
  }
  const paths = selected.map(({ path }) => withinCheckout(folder, path, 'submodules.include'));
  const recursive = wanted.recursive ? ['--recursive'] : [];
  for (const args of [
    ['sync', '--', ...paths],
    ['update', '--init', '--force', ...recursive, '--', ...paths],
  ]) {
    const { exitCode } = await checkout.git(['submodule', ...args]);
    if (exitCode !== 0) throw new CommandFailed();
  }
}

async function listSubmodules(folder: string, { query }: Checkout): Promise<Submodule[]> {
  if (!existsSync(join(folder, '.gitmodules'))) return [];
  const output = await query(['config', '-z', '--file', '.gitmodules', '--list']);
  const found = new Map<string, { path?: string; url?: string }>();
  for (const entry of output.split('\0')) {
    const [, name = '', key = ''] = /^submodule\.(.+)\.(path|url)\n/s.exec(entry) ?? [];
    const value = entry.slice(entry.indexOf('\n') + 1);
    if (key === 'path' || key === 'url') found.set(name, { ...found.get(name), [key]: value });
  }
  return [...found.values()].flatMap(({ path, url }) =>
    path === undefined || url === undefined ? [] : [{ path, url }],
  );
}

function selectSubmodules(
  all: readonly Submodule[],
  { include, exclude }: BuildConfig['submodules'],
): Submodule[] {
  const matches = (names: BuildConfig['submodules']['include'], { path }: Submodule) =>
    names === 'all' || names.some((name) => name.replace(/\/+$/, '') === path);
  const included = all.filter((each) => matches(include, each));
  // An empty `include` with a list of `exclude` selects all others.
  if (include !== 'all' && include.length > 0) return included;
  return (include === 'all' || exclude !== 'all' ? all : []).filter((each) => !matches(exclude, each));
}

/** Returns whether a submodule's URL may be used; a relative one is as safe as the repository's own. */
function isAllowed(url: string, isLocal: boolean): boolean {
  if (/^\.\.?\//.test(url)) return true;
  if (repositoryUrlError(url) !== undefined) return false;
  return isLocal || !(isAbsolute(url) || /^file:/i.test(url));
}
