import type { Project } from '../projects/project.ts';
import { isNotTrustedError, mayBuild } from './build-trust.ts';

/** The beginning of the note below an install that found no package index; stored logs have it. */
export const OFFLINE = 'Lectern: the index of packages cannot be reached, or lacks this.';

/** The note below an install that failed because the package index was unreachable. */
export const OFFLINE_NOTE = `${OFFLINE} Without a network this project can be built with what this computer has: its settings, "Build with", or "lectern project set PROJECT build-with installed".`;

/** The error of a preview that could not install its packages. */
export const OFFLINE_PREVIEW =
  'The index of packages cannot be reached, or lacks what this folder asks for. It can be built with the tools installed here: in the settings of its project ("Build with"), or by "lectern preview PATH --build-with installed".';

/** The alternative that the error of a build names where its environment cannot be made; stored builds have it. */
export const USE_INSTALLED_TOOLS = 'let this project build with what this computer has';

/** The note below a command whose pip refused to install into this machine's own Python. */
export const NO_ENVIRONMENT_NOTE =
  'Lectern: pip installs only into an environment of the build, never into the Python of this computer (PIP_REQUIRE_VIRTUALENV=1), and this build has none. Let the project build in a fresh virtualenv (its settings, "Build with") and request Python in build.tools.python, or create one in a command: python3 -m venv "$READTHEDOCS_VIRTUALENV_PATH".';

/** What makes a failed build pass without a change of its repository: the permission, or the tools installed here. */
export type BuildRemedy = 'allow' | 'installed-tools';

/** The fields that decide the remedy of a failed build. */
export type FailedBuild = {
  readonly error: string;
  /** Whether one of its commands failed with `OFFLINE_NOTE`. */
  readonly isOffline: boolean;
  readonly project: Pick<Project, 'repositoryUrl' | 'trustedRepository' | 'builder' | 'buildTools'>;
};

/** Returns what would make a failed build pass; null when nothing known would, or it was done already. */
export function remedyOf({ error, isOffline, project }: FailedBuild): BuildRemedy | null {
  if (isNotTrustedError(error)) return mayBuild(project) ? null : 'allow';
  const lacksEnvironment = isOffline || error.includes(USE_INSTALLED_TOOLS);
  return lacksEnvironment && project.builder === null && project.buildTools === 'own'
    ? 'installed-tools'
    : null;
}
