const OFFLINE = 'Lectern: the index of packages cannot be reached, or lacks this.';

/** The note below an install that failed because the package index was unreachable. */
export const OFFLINE_NOTE = `${OFFLINE} Without a network this project can be built with what this computer has: its settings, "Build with".`;

/** Finds that note in a stored log, where its remedy may read otherwise; the window offers its own. */
export function isOfflineNote(line: string): boolean {
  return line.startsWith(OFFLINE);
}

/** The note below a command whose pip refused to install into this machine's own Python. */
export const NO_ENVIRONMENT_NOTE =
  'Lectern: pip installs only into an environment of the build, never into the Python of this computer (PIP_REQUIRE_VIRTUALENV=1), and this build has none. Let the project build in an environment of its own (its settings, "Build with") and request Python in build.tools.python, or create one in a command: python3 -m venv "$READTHEDOCS_VIRTUALENV_PATH".';
