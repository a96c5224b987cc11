import { join } from 'node:path';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import { isConda } from '../config/tool-versions.ts';
import { type CaptureOptions, captureOutput } from '../process/capture-output.ts';
import { withinCheckout } from '../process/within-checkout.ts';
import type { BuildContext } from '../queue/build-context.ts';
import { findOnPath } from './find-programs.ts';
import { availablePythons, findPython } from './find-python.ts';
import { offlineNote, pythonMissing, toolMissing, venvMissing } from './missing-tool.ts';

/** What installs packages into a build's environment. */
export type Installer = 'pip' | 'uv';

/** uv, where this machine has it: it does the same in less time. */
export function installerOf({ env }: BuildContext): Installer {
  return findOnPath('uv', env.PATH) === undefined ? 'pip' : 'uv';
}

/** Unrecorded questions are asked away from the checkout, whose files could pass for modules. */
export function captureOptions({ folders, env, stop }: BuildContext): CaptureOptions {
  return { cwd: folders.home, env, stop };
}

/** The version of Python that a build asks for. */
export function wantedPython({ build, python }: BuildConfig): string {
  return build.tools.python ?? String(python.version);
}

/** Whether a build lives in an environment of conda's. */
export function usesConda({ conda, build }: BuildConfig): boolean {
  return conda !== null || isConda(build.tools.python ?? '');
}

/**
 * Makes the environment of a build from the Python that it asks for; gives that one's full version.
 * @throws BuildProblem when this machine lacks what it takes @throws CommandFailed @throws BuildStopped
 */
export async function createEnvironment(
  context: BuildContext,
  config: BuildConfig,
): Promise<string | undefined> {
  if (usesConda(config)) return createWithConda(context, config);
  const wanted = wantedPython(config);
  const options = captureOptions(context);
  const isPython2 = wanted.startsWith('2');
  const found = isPython2 ? undefined : await findPython(wanted, options);
  if (!found) throw pythonMissing(wanted, await availablePythons(options));
  const { environment } = context.folders;
  const shared = config.python.systemPackages ? ['--system-site-packages'] : [];
  if (installerOf(context) === 'uv') {
    await context.run(['uv', 'venv', '--seed', '--python', found.command, ...shared, environment]);
  } else {
    if ((await captureOutput([found.command, '-c', 'import venv, ensurepip'], options)) === undefined)
      throw venvMissing(found.command);
    await context.run([found.command, '-m', 'venv', ...shared, environment]);
  }
  return found.version;
}

/** Installs what makes the pages, in the newest version, unless the environment sees this machine's (behaviour.md 9). */
export async function installCore(context: BuildContext, config: BuildConfig): Promise<void> {
  const core = config.doctype === 'mkdocs' ? 'mkdocs' : config.doctype === 'generic' ? undefined : 'sphinx';
  if (usesConda(config)) return installCoreWithConda(context, core);
  if (config.python.systemPackages && core !== undefined && (await canImport(context, core))) {
    context.note(
      `${core} is not installed`,
      `python.system_packages: this machine's ${core} is used, and nothing newer is installed.`,
    );
    return;
  }
  await install(context, ['--upgrade', 'pip', 'setuptools']);
  if (core !== undefined) await install(context, ['--upgrade', core]);
}

/** Installs into the environment with what the machine has for it. @throws CommandFailed @throws BuildStopped */
export async function install(
  context: BuildContext,
  args: readonly string[],
  installer: Installer = installerOf(context),
): Promise<void> {
  const command =
    installer === 'uv'
      ? ['uv', 'pip', 'install', '--python', context.folders.environment]
      : ['python', '-m', 'pip', 'install'];
  await context.run([...command, ...args], { note: offlineNote });
}

async function canImport(context: BuildContext, module: string): Promise<boolean> {
  return (await captureOutput(['python', '-c', `import ${module}`], captureOptions(context))) !== undefined;
}

/** @throws BuildProblem */
function condaProgram({ env }: BuildContext): string {
  const found = ['mamba', 'conda'].find((name) => findOnPath(name, env.PATH) !== undefined);
  if (found !== undefined) return found;
  throw toolMissing(
    'conda',
    'conda',
    'Install Miniforge from conda-forge.org, or ask for a plain Python in build.tools.',
  );
}

async function createWithConda(context: BuildContext, { conda }: BuildConfig): Promise<undefined> {
  const program = condaProgram(context);
  const { environment, checkout } = context.folders;
  if (conda !== null) withinCheckout(checkout, conda.environment, 'conda.environment');
  const args =
    conda === null
      ? [program, 'create', '--yes', '--quiet', '--prefix', environment, 'python']
      : [program, 'env', 'create', '--quiet', '--prefix', environment, '--file', `./${conda.environment}`];
  await context.run(args, { note: offlineNote });
}

async function installCoreWithConda(context: BuildContext, core: string | undefined): Promise<void> {
  if (core === undefined || (await canImport(context, core))) return;
  const { environment } = context.folders;
  await context.run([condaProgram(context), 'install', '--yes', '--quiet', '--prefix', environment, core], {
    note: offlineNote,
  });
}

/** A path in the checkout, so that no program takes it for an option or a name of a package. */
export function inCheckout(path: string): string {
  return path === '.' ? '.' : `./${join(path)}`;
}
