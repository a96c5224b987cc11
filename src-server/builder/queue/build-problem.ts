/** Why a build fails, where no failing command says so. The message is the build's error. */
export class BuildProblem extends Error {
  override readonly name = 'BuildProblem';
}

/** A command failed: its output tells, and the build's error stays empty (behaviour.md 9). */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** The build was cancelled, or its time is over, while it ran. */
export class BuildStopped extends Error {
  override readonly name = 'BuildStopped';
}
