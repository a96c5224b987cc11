import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AllOrNames, BuildConfig, PythonInstall, UvInstall } from '../../model/builds/build-config.ts';
import { withinCheckout } from '../process/within-checkout.ts';
import type { BuildContext } from '../queue/build-context.ts';
import { findSphinxConfig } from './docs-source.ts';
import { findOnPath } from './find-programs.ts';
import { offlineNote, remedyFor, toolMissing } from './missing-tool.ts';
import { inCheckout, install, installCore, installerOf } from './python/python-environment.ts';

/** Installs Sphinx or MkDocs, then the entries of `python.install` in order (behaviour.md 9, commands 5 to 7). */
export async function installAll(
  context: BuildContext,
  config: BuildConfig,
  isWanted: (entry: PythonInstall | 'core') => boolean | Promise<boolean> = () => true,
): Promise<void> {
  // With `method: uv` the project brings everything itself.
  if (!config.python.install.some(({ by }) => by === 'uv') && (await isWanted('core')))
    await installCore(context, config);
  for (const [at, entry] of config.python.install.entries()) {
    if (!(await isWanted(entry))) continue;
    checkPaths(context, entry, `python.install[${at}]`);
    await installOne(context, config, entry);
  }
}

/** Checks the paths of an entry. @throws ConfigProblem for a path that a link leads out of the checkout */
function checkPaths({ folders }: BuildContext, entry: PythonInstall, key: string): void {
  const { path = null, requirements = null } = { path: null, requirements: null, ...entry };
  if (path !== null) withinCheckout(folders.checkout, path, `${key}.path`);
  if (requirements !== null) withinCheckout(folders.checkout, requirements, `${key}.requirements`);
}

/** Describes the entries of `python.install` as the file has them, with or without those of the project itself. */
export function describeInstalls({ python }: BuildConfig, withProject: boolean): readonly string[] {
  return python.install.flatMap((entry) => {
    const source = installSource(entry);
    return source === null || (!withProject && projectFolder(entry) !== null)
      ? []
      : [`${entry.by}: ${source}`];
  });
}

/** Returns the folder of the project that an entry installs; null for one that installs only its requirements. */
export function projectFolder(entry: PythonInstall): string | null {
  if (entry.by === 'requirements') return null;
  if (entry.by !== 'uv') return entry.path;
  return entry.requirements === null ? (entry.path ?? '.') : null;
}

/** Returns whether an entry installs the project itself. */
export function isOfProject(entry: PythonInstall): boolean {
  return projectFolder(entry) !== null;
}

function installSource(entry: PythonInstall): string | null {
  if (entry.by === 'requirements') return entry.requirements;
  return entry.by === 'uv' ? (entry.requirements ?? entry.path) : entry.path;
}

async function installOne(context: BuildContext, config: BuildConfig, entry: PythonInstall): Promise<void> {
  if (entry.by === 'uv') return installWithUv(context, entry);
  if (entry.by === 'requirements') {
    const file = entry.requirements ?? (await defaultRequirements(context, config));
    if (file === undefined) return;
    withinCheckout(context.folders.checkout, file, 'python.install');
    await install(context, ['-r', inCheckout(file)]);
  } else if (entry.by === 'setuptools') {
    await context.run(['python', './setup.py', 'install', '--force'], {
      cwd: entry.path,
      note: offlineNote,
    });
  } else {
    const path = withExtras(inCheckout(entry.path), entry.extraRequirements);
    await install(context, ['--upgrade', ...onlyIfNeeded(context), path]);
  }
}

/** Returns pip's option for what uv does by default. */
function onlyIfNeeded(context: BuildContext): readonly string[] {
  return installerOf(context) === 'pip' ? ['--upgrade-strategy', 'only-if-needed'] : [];
}

/** Finds the requirements file of a project without configuration file: beside conf.py or at the top (behaviour.md 9). */
export async function defaultRequirements(
  { folders }: BuildContext,
  config: BuildConfig,
): Promise<string | undefined> {
  const conf = config.doctype === 'mkdocs' ? undefined : await findSphinxConfig(folders.checkout);
  const places = [typeof conf === 'string' ? join(conf, '..') : '.', '.'];
  return places
    .flatMap((place) => ['pip_requirements.txt', 'requirements.txt'].map((name) => join(place, name)))
    .find((file) => existsSync(join(folders.checkout, file)));
}

function withExtras(path: string, extras: readonly string[]): string {
  return extras.length === 0 ? path : `${path}[${extras.join(',')}]`;
}

async function installWithUv(context: BuildContext, entry: UvInstall): Promise<void> {
  if (findOnPath('uv', context.env.PATH) === undefined) throw toolMissing('uv', 'uv', remedyFor('uv'));
  const { command, path, requirements, groups, extras } = entry;
  if (command === 'sync') {
    const options = [...optionFlags('extra', extras), ...optionFlags('group', groups)];
    await context.run(['uv', 'sync', ...options], { cwd: path ?? '.', note: offlineNote });
    return;
  }
  const isAll = extras === 'all';
  const targets =
    requirements === null
      ? [...(isAll ? ['--all-extras'] : []), withExtras(inCheckout(path ?? '.'), isAll ? [] : extras)]
      : [...optionFlags('extra', extras), '-r', inCheckout(requirements)];
  await install(context, targets, 'uv');
}

function optionFlags(option: string, names: AllOrNames): readonly string[] {
  return names === 'all' ? [`--all-${option}s`] : names.flatMap((name) => [`--${option}`, name]);
}
