import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { QueuedBuild } from '../../services/builds/build-runs.ts';
import { withoutSecrets } from '../process/mask-secrets.ts';
import type { BuildFolders } from '../queue/build-folders.ts';
import { pathOfSteps } from './asdf/asdf-shim.ts';
import { type PackageIndexes, withoutIndexSecrets } from './python/package-indexes.ts';

/** A variable of the project, unmasked. */
export type BuildVariable = {
  readonly name: string;
  readonly value: string;
  /** Whether builds of pull requests get it too; absent: they do not. */
  readonly isPublic?: boolean;
};

/** What `buildEnvironment` makes the environment from. */
export type BuildEnvironmentOptions = {
  readonly queuedBuild: QueuedBuild;
  readonly folders: BuildFolders;
  readonly cacheFolder: string;
  readonly commit: string;
  /** What git needs to read the repository again. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly variables: readonly BuildVariable[];
  readonly indexes: PackageIndexes;
  /** The machine's own PATH. */
  readonly path: string;
};

/** Variables of the machine that a program needs to reach the network, know the time zone, and run on Windows. */
const MACHINE_VARIABLES =
  /^(?:https?_proxy|all_proxy|no_proxy|ssl_cert_(?:file|dir)|curl_ca_bundle|requests_ca_bundle|tz|systemroot|systemdrive|windir|comspec|pathext|programfiles.*|processor_architecture|number_of_processors)$/i;
/** Folders that npm puts at the front of PATH. */
const NPM_FOLDERS = /[\\/]node_modules[\\/]\.bin[\\/]?$|[\\/]node-gyp-bin[\\/]?$/;

/** Returns the machine's PATH without the folders that npm adds while it runs Lectern (safety S12). */
export function machinePath(path = process.env.PATH ?? ''): string {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '' && !NPM_FOLDERS.test(folder))
    .join(delimiter);
}

/**
 * Returns the environment of a build's commands after the checkout, with the names of behaviour.md 13. It inherits
 * nothing by default, so that nothing of Lectern, its hosts or the person's session is in it (safety S12). A pull request
 * may come from anyone, so its builds get only the project's public variables, and no password.
 */
export function buildEnvironment(options: BuildEnvironmentOptions): Record<string, string> {
  const { queuedBuild, folders, path } = options;
  const isExternal = queuedBuild.version.type === 'external';
  const projectVariables = options.variables.filter(({ isPublic }) => isPublic || !isExternal);
  return {
    ...machineVariables(),
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    // Shows output in the log while the program runs.
    PYTHONUNBUFFERED: '1',
    ...(isExternal ? withoutIndexSecrets(options.indexes.variables) : options.indexes.variables),
    ...packageManagerVariables(options),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:git:file',
    SSH_ASKPASS_REQUIRE: 'never',
    ...options.credentials,
    ...Object.fromEntries(projectVariables.map(({ name, value }) => [name, value])),
    ...readTheDocsVariables(options),
    PATH: pathOfSteps(folders, path),
    HOME: folders.home,
    TMPDIR: folders.tmp,
    ...(process.platform === 'win32' && {
      ...{ USERPROFILE: folders.home, TEMP: folders.tmp, TMP: folders.tmp },
    }),
  };
}

function machineVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) =>
      // A proxy address with a password is the person's own secret.
      MACHINE_VARIABLES.test(name) && withoutSecrets(value) === value ? [[name, value] as const] : [],
    ),
  );
}

function packageManagerVariables({
  queuedBuild,
  folders,
  cacheFolder,
}: BuildEnvironmentOptions): Record<string, string> {
  const common = {
    PIP_NO_INPUT: '1',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PIP_CACHE_DIR: join(cacheFolder, 'pip'),
    UV_CACHE_DIR: join(cacheFolder, 'uv'),
    // `npm install -g` is for this build alone.
    NPM_CONFIG_PREFIX: join(folders.asdf, 'npm'),
    // Installs go into the build's environment, never into the person's Python.
    PIP_REQUIRE_VIRTUALENV: '1',
  };
  if (queuedBuild.project.buildTools === 'own')
    return { ...common, UV_PROJECT_ENVIRONMENT: folders.environment };
  // Packages that the person installed for their user are part of this machine. On macOS each Python has its own such
  // folder, which only that Python knows; the variable stays unset there.
  const base =
    process.env.PYTHONUSERBASE ?? (process.platform === 'linux' ? join(homedir(), '.local') : undefined);
  return base === undefined ? common : { ...common, PYTHONUSERBASE: base };
}

function readTheDocsVariables({
  queuedBuild,
  folders,
  commit,
}: BuildEnvironmentOptions): Record<string, string> {
  const { version, project, docsUrl } = queuedBuild;
  return {
    READTHEDOCS: 'True',
    READTHEDOCS_PROJECT: project.slug,
    READTHEDOCS_LANGUAGE: project.language,
    READTHEDOCS_VERSION: version.slug,
    READTHEDOCS_VERSION_NAME: version.verboseName,
    READTHEDOCS_VERSION_TYPE: version.type,
    READTHEDOCS_REPOSITORY_PATH: folders.checkout,
    READTHEDOCS_OUTPUT: `${folders.output}/`,
    ...environmentVariables(folders, version.slug),
    READTHEDOCS_GIT_CLONE_URL: withoutSecrets(project.repositoryUrl),
    READTHEDOCS_GIT_IDENTIFIER: version.type === 'tag' ? version.verboseName : gitName(version.identifier),
    READTHEDOCS_GIT_COMMIT_HASH: commit,
    READTHEDOCS_CANONICAL_URL: docsUrl,
    READTHEDOCS_PRODUCTION_DOMAIN: domainOf(docsUrl),
  };
}

/** Returns where the environment is: conda's has other variables than a virtualenv. */
function environmentVariables(
  { environment, programs, isConda }: BuildFolders,
  version: string,
): Record<string, string> {
  if (!isConda) return { BIN_PATH: programs, READTHEDOCS_VIRTUALENV_PATH: environment };
  return { BIN_PATH: programs, CONDA_ENVS_PATH: dirname(environment), CONDA_DEFAULT_ENV: version };
}

function gitName(identifier: string): string {
  return identifier.replace(/^origin\//, '');
}

/** Returns the domain shared by all projects: `localhost:8642` for `http://pip.localhost:8642/en/latest/`. */
function domainOf(docsUrl: string): string {
  return URL.canParse(docsUrl) ? new URL(docsUrl).host.replace(/^[^.]+\.(?=.)/, '') : '';
}
