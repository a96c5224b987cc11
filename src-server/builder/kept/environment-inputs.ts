import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import type { BuildContext } from '../queue/build-context.ts';
import { fileStamp } from './file-trees.ts';
import type { Requirements } from './requirement-files.ts';

/** What an environment was made from: digests by a name that a person understands. */
export type Inputs = Readonly<Record<string, string>>;

/** Increased when the builder's own steps install something else. */
const INSTALL_STEPS = 1;
/** Files of a project that decide what its installation brings. */
const PROJECT_FILES =
  /^(?:pyproject\.toml|setup\.(?:py|cfg)|MANIFEST\.in|Pipfile(?:\.lock)?|(?:uv|poetry|pdm)\.lock|.*requirements.*\.(?:txt|in)|constraints.*\.txt)$/i;
/** Variables of a build that say nothing of its environment. */
const BUILD_VARIABLE = /^(?:READTHEDOCS|GIT_)/;

export type InputOptions = {
  /** The Python, its file and version, and the packages of the machine where the environment shares them. */
  readonly python: readonly string[];
  readonly installer: string;
  readonly requirements: Requirements;
  /** Folders of the project that are installed, relative to the checkout. */
  readonly folders: readonly string[];
};

/** Returns everything that decides what an environment holds, but for packages that an index may have by now. */
export async function environmentInputs(
  { folders: { environment, checkout }, env }: BuildContext,
  config: BuildConfig,
  { python, installer, requirements, folders }: InputOptions,
): Promise<Inputs> {
  const { build, conda, doctype } = config;
  const { tools, aptPackages, jobs } = build;
  const variables = Object.entries(env).filter(([name]) => !BUILD_VARIABLE.test(name));
  const named = [...requirements.files].map(([path, text]) => [path, digest(text)] as const);
  const ofProject = await Promise.all(folders.map((folder) => projectFiles(checkout, folder)));
  return {
    'The Python': digest(python),
    'The program that installs packages': digest([installer, await fileStamp(installer)]),
    'The configuration of the environment': digest([
      config.python,
      tools,
      aptPackages,
      conda,
      doctype,
      jobs.pre_create_environment,
    ]),
    ...Object.fromEntries([...named, ...ofProject.flat()]),
    'The variables of the project, or the settings of pip and uv': digest(variables.sort()),
    'The platform': digest([process.platform, process.arch]),
    'The place of the environment': environment,
    'The way Lectern installs packages': String(INSTALL_STEPS),
  };
}

/** Says in words what differs between two environments; undefined when nothing does. */
export function changedInput(before: Inputs, now: Inputs): string | undefined {
  for (const name of new Set([...Object.keys(now), ...Object.keys(before)])) {
    if (before[name] === now[name]) continue;
    return `${name} ${before[name] === undefined ? 'was added' : now[name] === undefined ? 'was removed' : 'changed'}`;
  }
  return undefined;
}

async function projectFiles(checkout: string, folder: string): Promise<(readonly [string, string])[]> {
  const place = join(checkout, folder);
  const names = (await readdir(place).catch(() => [])).filter((name) => PROJECT_FILES.test(name));
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(place, name)).catch(() => Buffer.alloc(0));
      return [posix.join(folder, name), digest(text.toString('latin1'))] as const;
    }),
  );
}

function digest(value: unknown): string {
  return createHash('sha256')
    .update(typeof value === 'string' ? value : JSON.stringify(value))
    .digest('hex');
}
