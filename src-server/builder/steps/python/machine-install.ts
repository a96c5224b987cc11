import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import type { BuildConfig } from '../../../model/builds/build-config.ts';
import { captureOutput } from '../../process/capture-output.ts';
import { shellQuoted } from '../../process/run-command.ts';
import { withinCheckout } from '../../process/within-checkout.ts';
import type { BuildContext } from '../../queue/build-context.ts';
import { BuildProblem } from '../../queue/build-problem.ts';
import { findOnPath } from '../find-programs.ts';
import { projectFolder } from '../install-steps.ts';
import { INSTALLED_COPIES_SCRIPT, type InstalledCopy } from './installed-copies.ts';
import { captureOptions, inCheckout } from './python-environment.ts';

/** Programs of the documentation tools, and the Python modules that are the same. */
const TOOLS = {
  'sphinx-build': 'sphinx',
  'sphinx-apidoc': 'sphinx.ext.apidoc',
  'sphinx-autogen': 'sphinx.ext.autosummary.generate',
  mkdocs: 'mkdocs',
} as const;
const Copies = z.array(z.object({ module: z.string(), version: z.string(), place: z.string() }));

/** How the documentation tools are started: in the build's environment, or as the machine has them. */
type Launch = {
  /** The Python that runs them. */
  readonly python: string;
  readonly isOwn: boolean;
  /** Folders of the repository for PYTHONPATH. */
  readonly folders: readonly string[];
};

/** Returns the folders of `python.install` that hold the project itself, relative to the checkout. */
export function projectFolders({ python }: BuildConfig): readonly string[] {
  return python.install.flatMap((entry) => projectFolder(entry) ?? []);
}

/**
 * Installs the project itself for a build with what this machine has, so that its documentation is about the code of the
 * repository and not about a copy that the machine has: without its dependencies, into an environment that sees the
 * packages of the machine. What cannot be installed is found by PYTHONPATH instead.
 * @throws BuildProblem when a copy of the machine would still be documented, unless the settings accept that
 * @throws ConfigProblem for a path that leads out of the checkout @throws BuildStopped
 */
export async function installProject(context: BuildContext, config: BuildConfig): Promise<void> {
  const paths = projectFolders(config);
  if (paths.length === 0 || process.platform === 'win32') return;
  for (const path of paths) withinCheckout(context.folders.checkout, path, 'python.install');
  const tool = config.doctype === 'mkdocs' ? 'mkdocs' : 'sphinx-build';
  const python = pythonOf(tool, context.env.PATH);
  const isOwn = await createShared(context, python, TOOLS[tool]);
  const folders: string[] = [];
  for (const path of paths) {
    if (!(isOwn && (await installOne(context, path)))) folders.push(...importFolders(context, path));
  }
  const launch = { python: isOwn ? join(context.folders.programs, 'python') : python, isOwn, folders };
  writePrograms(context, launch);
  for (const path of paths) await checkCopies(context, launch, path);
}

/** Returns the Python of a documentation tool: its script names it. */
function pythonOf(tool: string, path: string | undefined): string {
  const program = findOnPath(tool, path);
  const [, first = '', second = ''] =
    /^#!\s*(\S+)(?:[ \t]+(\S+))?/.exec(
      program === undefined ? '' : readFileSync(program, 'latin1').slice(0, 512),
    ) ?? [];
  const named = first.endsWith('/env') ? second : first;
  return /python[\d.]*$/.test(named) ? named : 'python3';
}

/** Creates the environment; returns whether it has the tool, which one in an environment of its own does not share. */
async function createShared(context: BuildContext, python: string, module: string): Promise<boolean> {
  const options = ['--system-site-packages', '--without-pip'];
  const created = await context.run([python, '-m', 'venv', ...options, context.folders.environment], {
    allowFailure: true,
  });
  if (created.exitCode !== 0) return false;
  const command = [join(context.folders.programs, 'python'), '-c', `import ${module}, pip`];
  return (await captureOutput(command, captureOptions(context))) !== undefined;
}

async function installOne(context: BuildContext, path: string): Promise<boolean> {
  const options = ['--no-deps', '--no-build-isolation'];
  const { exitCode } = await context.run(['python', '-m', 'pip', 'install', ...options, inCheckout(path)], {
    allowFailure: true,
  });
  return exitCode === 0;
}

/** Returns the folders that hold a project's modules, and notes that they are used. */
function importFolders(context: BuildContext, path: string): readonly string[] {
  const folder = join(context.folders.checkout, path);
  const folders = [join(folder, 'src'), folder].filter((each) => existsSync(each));
  context.note(
    'The project is not installed',
    `${inCheckout(path)} could not be installed into an environment that sees the packages of this computer: what builds it (see build-system in its pyproject.toml), pip or the documentation tool is missing there. Its folder is on PYTHONPATH instead, so that its modules are found, but not its version and its entry points.`,
  );
  return folders;
}

/** Puts programs into the build's PATH that start the documentation tools in this way, also for jobs and makefiles. */
function writePrograms(context: BuildContext, { python, isOwn, folders }: Launch): void {
  mkdirSync(context.folders.programs, { recursive: true });
  for (const [name, module] of Object.entries(TOOLS)) {
    const found = findOnPath(name, context.env.PATH);
    if (found === undefined || (!isOwn && folders.length === 0)) continue;
    const path = folders.length === 0 ? '' : `PYTHONPATH=${shellQuoted([folders.join(delimiter)])} `;
    const command = isOwn ? shellQuoted([python, '-m', module]) : shellQuoted([found]);
    writeFileSync(join(context.folders.programs, name), `#!/bin/sh\n${path}exec ${command} "$@"\n`, {
      mode: 0o755,
    });
  }
}

async function checkCopies(context: BuildContext, { python, folders }: Launch, path: string): Promise<void> {
  const { root, checkout } = context.folders;
  const options = captureOptions(context);
  const env = folders.length === 0 ? options.env : { ...options.env, PYTHONPATH: folders.join(delimiter) };
  const argv = [python, '-c', INSTALLED_COPIES_SCRIPT, join(checkout, path), root];
  const copies = parseCopies(await captureOutput(argv, { ...options, env }));
  if (copies.length === 0) return;
  const message = `The documentation would be about another copy of this project: ${copies.map(describeCopy).join('; ')}.`;
  if (context.acceptsInstalledCopies) return context.note('Another copy is documented', message);
  throw new BuildProblem(
    `${message} Install what builds the project on this computer, let it build in a fresh virtualenv (its settings, "Build with"), or accept installed copies (Settings, Builds).`,
  );
}

function parseCopies(output: string | undefined): readonly InstalledCopy[] {
  try {
    return Copies.parse(JSON.parse(output ?? '[]'));
  } catch {
    return [];
  }
}

function describeCopy({ module, version, place }: InstalledCopy): string {
  return `${module}${version === '' ? '' : ` ${version}`} in ${place}`;
}
