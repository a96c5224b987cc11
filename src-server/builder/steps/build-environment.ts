import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { QueuedBuild } from '../../services/builds/build-runs.ts';
import { withoutSecrets } from '../process/mask-secrets.ts';
import type { BuildFolders } from '../queue/build-folders.ts';

/** What the environment of a build's commands is made of. */
export type BuildEnvironmentOptions = {
  readonly queuedBuild: QueuedBuild;
  readonly folders: BuildFolders;
  readonly cacheFolder: string;
  readonly commit: string;
  /** Where the pages will be served. */
  readonly docsUrl: string;
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /** The folders of programs on this machine. */
  readonly path: string;
};

/** Of the machine, what a program needs to reach the network, to know the time, and to run on Windows at all. */
const MACHINE_VARIABLES =
  /^(?:https?_proxy|all_proxy|no_proxy|ssl_cert_(?:file|dir)|curl_ca_bundle|requests_ca_bundle|tz|systemroot|systemdrive|windir|comspec|pathext|programfiles.*|processor_architecture|number_of_processors)$/i;
/** What npm puts before the folders of the machine. */
const NPM_FOLDERS = /[\\/]node_modules[\\/]\.bin[\\/]?$|[\\/]node-gyp-bin[\\/]?$/;

/** The folders of programs on this machine, without those that npm adds while it runs Lectern (safety S12). */
export function machinePath(path = process.env.PATH ?? ''): string {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '' && !NPM_FOLDERS.test(folder))
    .join(delimiter);
}

/**
 * The environment of a build's commands after the checkout. It starts from nothing, so that nothing of Lectern, its
 * hosts or the person's session is in it (safety S12); names are those of behaviour.md 13. A pull request may come
 * from anybody: builds of one get none of the project's variables.
 */
export function buildEnvironment(options: BuildEnvironmentOptions): Record<string, string> {
  const { queuedBuild, folders, path } = options;
  const projectVariables = queuedBuild.version.type === 'external' ? [] : options.variables;
  return {
    ...machineVariables(),
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    // So that a log shows what happens while it happens.
    PYTHONUNBUFFERED: '1',
    ...packageManagerVariables(options),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:git:file',
    SSH_ASKPASS_REQUIRE: 'never',
    ...Object.fromEntries(projectVariables.map(({ name, value }) => [name, value])),
    ...readTheDocsVariables(options),
    PATH: queuedBuild.project.buildTools === 'own' ? `${folders.programs}${delimiter}${path}` : path,
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
      // A proxy that wants a password is the person's own.
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
    // Whatever a command installs goes into the build's environment, never into the person's Python.
    PIP_REQUIRE_VIRTUALENV: '1',
  };
  if (queuedBuild.project.buildTools === 'own')
    return { ...common, UV_PROJECT_ENVIRONMENT: folders.environment };
  // What the person installed for themselves belongs to what this machine has. macOS has a folder per Python, which
  // only that Python knows; an unset variable lets it look below a home that is not the person's.
  const base =
    process.env.PYTHONUSERBASE ?? (process.platform === 'linux' ? join(homedir(), '.local') : undefined);
  return base === undefined ? common : { ...common, PYTHONUSERBASE: base };
}

function readTheDocsVariables({
  queuedBuild,
  folders,
  commit,
  docsUrl,
}: BuildEnvironmentOptions): Record<string, string> {
  const { version, project } = queuedBuild;
  return {
    READTHEDOCS: 'True',
    READTHEDOCS_PROJECT: project.slug,
    READTHEDOCS_LANGUAGE: project.language,
    READTHEDOCS_VERSION: version.slug,
    READTHEDOCS_VERSION_NAME: version.verboseName,
    READTHEDOCS_VERSION_TYPE: version.type,
    READTHEDOCS_REPOSITORY_PATH: folders.checkout,
    READTHEDOCS_OUTPUT: `${folders.output}/`,
    READTHEDOCS_VIRTUALENV_PATH: folders.environment,
    READTHEDOCS_GIT_CLONE_URL: withoutSecrets(project.repositoryUrl),
    READTHEDOCS_GIT_IDENTIFIER: version.type === 'tag' ? version.verboseName : gitName(version.identifier),
    READTHEDOCS_GIT_COMMIT_HASH: commit,
    READTHEDOCS_CANONICAL_URL: docsUrl,
    READTHEDOCS_PRODUCTION_DOMAIN: domainOf(docsUrl),
  };
}

function gitName(identifier: string): string {
  return identifier.replace(/^origin\//, '');
}

/** What all projects' host names end with: `localhost:8642` for `http://pip.localhost:8642/en/latest/`. */
function domainOf(docsUrl: string): string {
  return URL.canParse(docsUrl) ? new URL(docsUrl).host.replace(/^[^.]+\.(?=.)/, '') : '';
}
