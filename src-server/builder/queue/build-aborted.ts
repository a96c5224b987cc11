/** Why a running build has to end: the reason of its abort signal. The message is the build's error. */
export class BuildAborted extends Error {
  override readonly name = 'EndBuild';
}

/** Said of a build that ran while Lectern was closed in order. */
export const SHUTDOWN_MESSAGE = 'Lectern was closed while this build was running. Trigger it again.';
