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

const GB = 1024 ** 3;

/** A command used more memory than the settings allow. */
export class MemoryExceeded extends BuildProblem {
  constructor(limit: number, used: number | undefined) {
    const amount =
      used === undefined ? `the ${size(limit)} that` : `${size(used)} of memory, and ${size(limit)} is what`;
    super(
      `A command of this build used ${used === undefined ? 'more memory than ' : ''}${amount} a build may use, so it was ended. Let it build less at once, or change "Memory of a build" in the settings.`,
    );
  }
}

function size(bytes: number): string {
  return bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}
