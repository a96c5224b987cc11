import { join } from 'node:path';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import { isConda } from '../config/tool-versions.ts';
import { askProgram, type Surroundings } from '../process/ask-program.ts';
import { withinCheckout } from '../process/within-checkout.ts';
import type { BuildSite } from '../queue/build-site.ts';
import { onPath } from './find-programs.ts';
import { findPython, otherPythons } from './find-python.ts';
import { noPython, noTool, noVenv, offlineRemark } from './missing-tool.ts';

/** What installs packages into a build's environment. */
export type Installer = 'pip' | 'uv';

/** uv, where this machine has it: it does the same in less time. */
export function installerOf({ env }: BuildSite): Installer {
  return onPath('uv', env.PATH) === undefined ? 'pip' : 'uv';
}

/** Unrecorded questions are asked away from the checkout, whose files could pass for modules. */
export function asideOf({ folders, env, stop }: BuildSite): Surroundings {
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
export async function createEnvironment(site: BuildSite, config: BuildConfig): Promise<string | undefined> {
  if (usesConda(config)) return createWithConda(site, config);
  const wanted = wantedPython(config);
  const around = asideOf(site);
  const isOver = wanted.startsWith('2');
  const found = isOver ? undefined : await findPython(wanted, around);
  if (!found) throw noPython(wanted, await otherPythons(around));
  const { environment } = site.folders;
  const shared = config.python.systemPackages ? ['--system-site-packages'] : [];
  if (installerOf(site) === 'uv') {
    await site.run(['uv', 'venv', '--seed', '--python', found.command, ...shared, environment]);
  } else {
    if ((await askProgram([found.command, '-c', 'import venv, ensurepip'], around)) === undefined)
      throw noVenv(found.command);
    await site.run([found.command, '-m', 'venv', ...shared, environment]);
  }
  return found.version;
}

/** Installs what makes the pages, in the newest version, unless the environment sees this machine's (behaviour.md 9). */
export async function installCore(site: BuildSite, config: BuildConfig): Promise<void> {
  const core = config.doctype === 'mkdocs' ? 'mkdocs' : config.doctype === 'generic' ? undefined : 'sphinx';
  if (usesConda(config)) return installCoreWithConda(site, core);
  if (config.python.systemPackages && core !== undefined && (await imports(site, core))) {
    site.note(
      `${core} is not installed`,
      `python.system_packages: this machine's ${core} is used, and nothing newer is installed.`,
    );
    return;
  }
  await install(site, ['--upgrade', 'pip', 'setuptools']);
  if (core !== undefined) await install(site, ['--upgrade', core]);
}

/** Installs into the environment with what the machine has for it. @throws CommandFailed @throws BuildStopped */
export async function install(
  site: BuildSite,
  args: readonly string[],
  installer: Installer = installerOf(site),
): Promise<void> {
  const begin =
    installer === 'uv'
      ? ['uv', 'pip', 'install', '--python', site.folders.environment]
      : ['python', '-m', 'pip', 'install'];
  await site.run([...begin, ...args], { remark: offlineRemark });
}

async function imports(site: BuildSite, module: string): Promise<boolean> {
  return (await askProgram(['python', '-c', `import ${module}`], asideOf(site))) !== undefined;
}

/** @throws BuildProblem */
function condaOf({ env }: BuildSite): string {
  const found = ['mamba', 'conda'].find((name) => onPath(name, env.PATH) !== undefined);
  if (found !== undefined) return found;
  throw noTool(
    'conda',
    'conda',
    'Install Miniforge from conda-forge.org, or ask for a plain Python in build.tools.',
  );
}

async function createWithConda(site: BuildSite, { conda }: BuildConfig): Promise<undefined> {
  const program = condaOf(site);
  const { environment, checkout } = site.folders;
  if (conda !== null) withinCheckout(checkout, conda.environment, 'conda.environment');
  const what =
    conda === null
      ? [program, 'create', '--yes', '--quiet', '--prefix', environment, 'python']
      : [program, 'env', 'create', '--quiet', '--prefix', environment, '--file', `./${conda.environment}`];
  await site.run(what, { remark: offlineRemark });
}

async function installCoreWithConda(site: BuildSite, core: string | undefined): Promise<void> {
  if (core === undefined || (await imports(site, core))) return;
  const { environment } = site.folders;
  await site.run([condaOf(site), 'install', '--yes', '--quiet', '--prefix', environment, core], {
    remark: offlineRemark,
  });
}

/** A path in the checkout, so that no program takes it for an option or a name of a package. */
export function inCheckout(path: string): string {
  return path === '.' ? '.' : `./${join(path)}`;
}
