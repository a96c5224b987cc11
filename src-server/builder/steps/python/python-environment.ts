import { join } from 'node:path';
import type { BuildConfig } from '../../../model/builds/build-config.ts';
import { isConda } from '../../config/sections/tool-versions.ts';
import { copyTemplate } from '../../kept/environment-template.ts';
import { type CaptureOptions, captureOutput } from '../../process/capture-output.ts';
import { rememberedOutput } from '../../process/remembered-probes.ts';
import { withinCheckout } from '../../process/within-checkout.ts';
import type { BuildContext } from '../../queue/build-context.ts';
import { machinePath } from '../build-environment.ts';
import { findOnPath } from '../find-programs.ts';
import { offlineNote, pythonMissing, toolMissing, venvMissing } from '../missing-tool.ts';
import { availablePythons, type FoundPython, findPython } from './find-python.ts';
import { installSettings } from './offline-install.ts';
import { needsPip } from './package-indexes.ts';

/** The program that installs packages into a build's environment. */
export type Installer = 'pip' | 'uv';

const VENV_SCRIPT = 'import sys, venv, ensurepip; print(sys.executable); print(ensurepip.__path__[0])';

/** Returns uv if this machine has it, since it is faster, and can use its settings; else pip. */
export function installerOf({ env }: BuildContext): Installer {
  return findOnPath('uv', env.PATH) === undefined || needsPip(env) ? 'pip' : 'uv';
}

/** Returns options for unrecorded programs: outside the checkout, whose files Python could import as modules. */
export function captureOptions({ folders, env, stop, isolate }: BuildContext): CaptureOptions {
  return { cwd: folders.home, env, stop, isolate };
}

/** Returns the Python version that a build requests. */
export function wantedPython({ build, python }: BuildConfig): string {
  return build.tools.python ?? String(python.version);
}

/** Returns whether a build uses a conda environment: today's file says so by its Python, an older one by its environment. */
export function usesConda({ conda, build }: BuildConfig): boolean {
  return build.os === null ? conda !== null : isConda(build.tools.python ?? '');
}

/**
 * Creates the environment of a build with the Python that it requests; returns its full version.
 * @throws BuildProblem when this machine lacks a required program @throws CommandFailed @throws BuildStopped
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
    await makeVenv(context, found, shared);
  }
  return found.version;
}

/** Makes an environment by venv, or copies the template of one. @throws BuildProblem without venv @throws CommandFailed */
async function makeVenv(context: BuildContext, python: FoundPython, flags: readonly string[]): Promise<void> {
  const { environment, root } = context.folders;
  const probe = await rememberedOutput([python.command, '-c', VENV_SCRIPT], captureOptions(context));
  const [executable, ensurepip] = probe?.split('\n') ?? [];
  if (executable === undefined || ensurepip === undefined) throw venvMissing(python.command);
  const command = [python.command, '-m', 'venv', ...flags, environment];
  const { keeping } = context;
  // A program in the build's own folder is of this project alone.
  const isCopied =
    keeping !== undefined && !keeping.isFromScratch && !executable.startsWith(`${root}/`)
      ? await copyTemplate({ executable, version: python.version, ensurepip, options: flags }, environment, {
          ...{ shared: keeping.state.shared, path: machinePath(), stop: context.stop },
          isolate: keeping.isolateIn,
          onMake: () => context.note('An environment is made to copy from', firstCopyNote(python)),
        })
      : false;
  if (isCopied) await context.step(command, async () => copiedNote(python));
  else await context.run(command);
}

function firstCopyNote({ version }: FoundPython): string {
  return `Once for Python ${version}: later builds with it copy this environment, which is empty, in place of making one.`;
}

function copiedNote({ version }: FoundPython): string {
  return `Lectern: this is a copy of the empty environment that the same command of Python ${version} made earlier.`;
}

/** Installs the newest Sphinx or MkDocs, unless the environment includes this machine's (behaviour.md 9). */
export async function installCore(context: BuildContext, config: BuildConfig): Promise<void> {
  const core = config.doctype === 'mkdocs' ? 'mkdocs' : config.doctype === 'generic' ? undefined : 'sphinx';
  if (usesConda(config)) return installCoreWithConda(context, core);
  if (config.python.systemPackages && core !== undefined && (await canImport(context, core))) {
    context.note(
      `${core} is not installed`,
      `python.system_packages: this computer's ${core} is used, and no newer one installed.`,
    );
    return;
  }
  await install(context, ['--upgrade', 'pip', 'setuptools']);
  if (core !== undefined) await install(context, ['--upgrade', core]);
}

/** Installs packages into the environment. @throws CommandFailed @throws BuildStopped */
export async function install(
  context: BuildContext,
  args: readonly string[],
  installer: Installer = installerOf(context),
): Promise<void> {
  const command =
    installer === 'uv'
      ? ['uv', 'pip', 'install', '--python', context.folders.environment]
      : ['python', '-m', 'pip', 'install'];
  await context.run([...command, ...args], await installSettings(context, args));
}

async function canImport(context: BuildContext, module: string): Promise<boolean> {
  return (await captureOutput(['python', '-c', `import ${module}`], captureOptions(context))) !== undefined;
}

/** Returns mamba or conda. @throws BuildProblem without either */
function condaProgram({ env }: BuildContext): string {
  const found = ['mamba', 'conda'].find((name) => findOnPath(name, env.PATH) !== undefined);
  if (found !== undefined) return found;
  throw toolMissing(
    'conda',
    'conda',
    'Install Miniforge from conda-forge.org, or request a plain Python in build.tools.',
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

/** Returns a path in the checkout that no program takes for an option or a package name. */
export function inCheckout(path: string): string {
  return path === '.' ? '.' : `./${join(path)}`;
}
