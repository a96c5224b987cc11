/**
 * The note below an install that failed because the package index was unreachable; the window finds it in stored logs, and
 * offers its remedy.
 */
export const OFFLINE_NOTE =
  'Lectern: the index of packages cannot be reached, or lacks this. Without a network this project can be built with what this machine has: its settings, "Build with".';

/** The note below a command whose pip refused to install into this machine's own Python. */
export const NO_ENVIRONMENT_NOTE =
  'Lectern: pip installs only into an environment of the build, never into the Python of this machine (PIP_REQUIRE_VIRTUALENV=1), and this build has none. Let the project build in an environment of its own (its settings, "Build with") and request Python in build.tools.python, or create one in a command: python3 -m venv "$READTHEDOCS_VIRTUALENV_PATH".';
