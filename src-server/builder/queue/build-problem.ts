/** Why a build fails, where no failing command shows it. The message is the build's error. */
export class BuildProblem extends Error {
  override readonly name = 'BuildProblem';
}

/** A command failed: its output explains it, and the build's error stays empty (behaviour.md 9). */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** A command skipped the build on purpose, by its exit code (live-service.md 4). */
export class BuildSkipped extends Error {
  override readonly name = 'BuildSkipped';
}

/** The build was cancelled, or reached its time limit, while it ran. */
export class BuildStopped extends Error {
  override readonly name = 'BuildStopped';
}

/** Why a running build has to end: the reason of its abort signal. The message is the build's error. */
export class BuildAborted extends Error {
  override readonly name = 'BuildAborted';
}
