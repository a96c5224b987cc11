import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { BuildConfig, PythonInstall } from '../../model/builds/build-config.ts';
import { rememberedOutput } from '../process/remembered-probes.ts';
import type { BuildContext } from '../queue/build-context.ts';
import { findOnPath } from '../steps/find-programs.ts';
import { defaultRequirements, isOfProject, projectFolder } from '../steps/install-steps.ts';
import { findPython } from '../steps/python/find-python.ts';
import {
  captureOptions,
  type Installer,
  installerOf,
  usesConda,
  wantedPython,
} from '../steps/python/python-environment.ts';
import { environmentInputs } from './environment-inputs.ts';
import { fileStamp } from './file-trees.ts';
import { EnvironmentKeeper } from './kept-environment.ts';
import { type Requirements, readRequirements } from './requirement-files.ts';

/** Jobs that may do anything to an environment before it would be kept. */
const CHANGING_JOBS = ['create_environment', 'post_create_environment', 'pre_install', 'install'] as const;
const PLACES_SCRIPT = 'import sys; print("\\n".join(path for path in sys.path if path))';

/**
 * Returns what keeps the environment of a version, or undefined where it is made for each build: with the tools of the
 * machine, with `build.commands`, and where what is installed cannot be told before, which a note in the log says.
 */
export async function environmentKeeper(
  context: BuildContext,
  config: BuildConfig,
): Promise<EnvironmentKeeper | undefined> {
  const { keeping, usesMachineTools, folders } = context;
  const own = keeping?.state.own;
  if (keeping === undefined || own === undefined || keeping.environmentDays === 0) return undefined;
  const { commands, jobs } = config.build;
  if (usesMachineTools || commands.length > 0) return undefined;
  const installer = installerOf(context);
  const { install } = config.python;
  const isProject = install.some(isOfProject);
  const requirements = await readRequirements(folders.checkout, await requirementPaths(context, config));
  const reason = reasonAgainstKeeping(config, installer, requirements);
  if (reason !== undefined) {
    context.note('The environment is made for this build alone', reason);
    return undefined;
  }
  const python = await pythonIdentity(context, config);
  if (python === undefined) return undefined;
  const inputs = await environmentInputs(context, config, {
    ...{ python, requirements, installer: findOnPath(installer, context.env.PATH) ?? installer },
    folders: [
      ...install.flatMap((entry) => projectFolder(entry) ?? []),
      ...(requirements.isLocal ? ['.'] : []),
    ],
  });
  const { environmentDays: days, isFromScratch } = keeping;
  const isChanged =
    isProject ||
    requirements.isLocal ||
    Object.values(jobs).some((job) => job !== undefined && Object.keys(job).length > 0);
  return new EnvironmentKeeper(context, own, inputs, { days, isFromScratch, isChanged });
}

/** Says why no later build can use the environment; undefined when it can. */
function reasonAgainstKeeping(
  { build: { jobs }, python: { install } }: BuildConfig,
  installer: Installer,
  { isIncomplete, isLocal }: Requirements,
): string | undefined {
  const job = CHANGING_JOBS.find((each) => jobs[each]);
  if (job !== undefined) return `No later build uses it, since build.jobs.${job} may install anything.`;
  // setup.py leaves its earlier versions in place.
  if (install.some(({ by }) => by === 'setuptools'))
    return 'No later build uses it, since setup.py install leaves earlier versions of the project in it.';
  if (isIncomplete)
    return 'No later build uses it, since a file of requirements is not in the repository, or is too large.';
  if (install.some(({ by }) => by === 'uv') || (installer === 'uv' && (isLocal || install.some(isOfProject))))
    return 'No later build uses it: uv installs the project and its packages in an instant from its cache.';
  return undefined;
}

/** Returns whether an entry installs files of the checkout, which has to be done in each build. */
export async function installsCheckout(
  context: BuildContext,
  config: BuildConfig,
  entry: PythonInstall,
): Promise<boolean> {
  if (isOfProject(entry)) return true;
  const file =
    entry.by === 'requirements'
      ? (entry.requirements ?? (await defaultRequirements(context, config)))
      : undefined;
  return file !== undefined && (await readRequirements(context.folders.checkout, [file])).isLocal;
}

async function requirementPaths(context: BuildContext, config: BuildConfig): Promise<string[]> {
  const files = await Promise.all(
    config.python.install.map(async (entry) =>
      entry.by === 'requirements'
        ? (entry.requirements ?? (await defaultRequirements(context, config)))
        : undefined,
    ),
  );
  return [...files, config.conda?.environment].filter((file) => file !== undefined);
}

/** Returns what identifies the Python of an environment, and what it takes from the machine. */
async function pythonIdentity(context: BuildContext, config: BuildConfig): Promise<string[] | undefined> {
  const wanted = wantedPython(config);
  if (usesConda(config)) return [wanted];
  const options = captureOptions(context);
  const found = wanted.startsWith('2') ? undefined : await findPython(wanted, options);
  if (found === undefined) return undefined;
  const executable = await rememberedOutput(
    [found.command, '-c', 'import sys; print(sys.executable)'],
    options,
  );
  if (executable === undefined) return undefined;
  const real = realpathSync(executable);
  const identity = [wanted, found.version, executable, real, await fileStamp(real)];
  if (!config.python.systemPackages) return identity;
  const places = (await rememberedOutput([found.command, '-c', PLACES_SCRIPT], options))?.split('\n') ?? [];
  const times = await Promise.all(
    places.map((place) =>
      stat(place).then(
        ({ mtimeMs }) => `${place} ${mtimeMs}`,
        () => place,
      ),
    ),
  );
  return [...identity, ...times];
}
