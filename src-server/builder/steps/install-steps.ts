import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AllOr, BuildConfig, PythonInstall, UvInstall } from '../../model/builds/build-config.ts';
import { withinCheckout } from '../process/within-checkout.ts';
import type { BuildSite } from '../queue/build-site.ts';
import { findConf } from './docs-source.ts';
import { onPath } from './find-programs.ts';
import { noTool, offlineRemark, remedyFor } from './missing-tool.ts';
import { inCheckout, install, installCore } from './python-environment.ts';

/** Installs what makes the pages, then what `python.install` names, in its order (behaviour.md 9, commands 5 to 7). */
export async function installAll(site: BuildSite, config: BuildConfig): Promise<void> {
  // uv's own way brings everything itself.
  if (!config.python.install.some(({ by }) => by === 'uv')) await installCore(site, config);
  for (const [at, entry] of config.python.install.entries()) {
    checkPaths(site, entry, `python.install[${at}]`);
    await installOne(site, config, entry);
  }
}

/** @throws ConfigProblem for a path that a link takes out of the checkout */
function checkPaths({ folders }: BuildSite, entry: PythonInstall, key: string): void {
  const { path = null, requirements = null } = { path: null, requirements: null, ...entry };
  if (path !== null) withinCheckout(folders.checkout, path, `${key}.path`);
  if (requirements !== null) withinCheckout(folders.checkout, requirements, `${key}.requirements`);
}

/** What `python.install` names, as the file says it. */
export function installsOf({ python }: BuildConfig): readonly string[] {
  return python.install.flatMap((entry) => {
    const what = whatOf(entry);
    return what === null ? [] : [`${entry.by}: ${what}`];
  });
}

function whatOf(entry: PythonInstall): string | null {
  if (entry.by === 'requirements') return entry.requirements;
  return entry.by === 'uv' ? (entry.requirements ?? entry.path) : entry.path;
}

async function installOne(site: BuildSite, config: BuildConfig, entry: PythonInstall): Promise<void> {
  if (entry.by === 'uv') return installWithUv(site, entry);
  if (entry.by === 'requirements') {
    const file = entry.requirements ?? (await usualRequirements(site, config));
    if (file === undefined) return;
    withinCheckout(site.folders.checkout, file, 'python.install');
    await install(site, ['-r', inCheckout(file)]);
  } else if (entry.by === 'setuptools') {
    await site.run(['python', './setup.py', 'install', '--force'], {
      cwd: entry.path,
      remark: offlineRemark,
    });
  } else {
    const path = withExtras(inCheckout(entry.path), entry.extraRequirements);
    await install(site, ['--upgrade', ...onlyIfNeeded(site), path]);
  }
}

/** uv does by itself what pip has to be told. */
function onlyIfNeeded({ env }: BuildSite): readonly string[] {
  return onPath('uv', env.PATH) === undefined ? ['--upgrade-strategy', 'only-if-needed'] : [];
}

/** Without a configuration file: a file of one of two names, beside conf.py or at the top (behaviour.md 9). */
async function usualRequirements({ folders }: BuildSite, config: BuildConfig): Promise<string | undefined> {
  const conf = config.doctype === 'mkdocs' ? undefined : await findConf(folders.checkout);
  const places = [typeof conf === 'string' ? join(conf, '..') : '.', '.'];
  return places
    .flatMap((place) => ['pip_requirements.txt', 'requirements.txt'].map((name) => join(place, name)))
    .find((file) => existsSync(join(folders.checkout, file)));
}

function withExtras(path: string, extras: readonly string[]): string {
  return extras.length === 0 ? path : `${path}[${extras.join(',')}]`;
}

async function installWithUv(site: BuildSite, entry: UvInstall): Promise<void> {
  if (onPath('uv', site.env.PATH) === undefined) throw noTool('uv', 'uv', remedyFor('uv'));
  const { command, path, requirements, groups, extras } = entry;
  if (command === 'sync') {
    const options = [...named('extra', extras), ...named('group', groups)];
    await site.run(['uv', 'sync', ...options], { cwd: path ?? '.', remark: offlineRemark });
    return;
  }
  const what =
    requirements === null
      ? [withExtras(inCheckout(path ?? '.'), extras === 'all' ? [] : extras)]
      : ['-r', inCheckout(requirements)];
  await install(site, [...(extras === 'all' ? ['--all-extras'] : []), ...what], 'uv');
}

function named(option: string, names: AllOr): readonly string[] {
  return names === 'all' ? [`--all-${option}s`] : names.flatMap((name) => [`--${option}`, name]);
}
