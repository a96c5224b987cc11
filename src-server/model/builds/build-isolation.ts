/** How the code of builds is kept apart from the rest of this machine (safety S12). */
export type BuildIsolation = {
  /** Whether builds run in a sandbox that hides Lectern's data and secrets. */
  readonly sandbox: boolean;
  /** Why there is no sandbox, as a sentence; '' where there is one. */
  readonly problem: string;
  /** Whether a build can reach the session bus of the desktop, and by it the keychain. */
  readonly reachesSession: boolean;
  /** Whether every process that a build started ends with it, whatever it does. */
  readonly endsAllProcesses: boolean;
};

/** Says what a build can reach, as part of the question whether its code may run. */
export function describeIsolation({
  sandbox,
  problem,
  reachesSession,
  endsAllProcesses,
}: BuildIsolation): string {
  const session = reachesSession ? 'the session bus and the keychain' : '';
  const reach = sandbox
    ? session === ''
      ? "Its code cannot read Lectern's own data and secrets: builds run in a sandbox."
      : `Its code cannot read Lectern's own data and secrets, since builds run in a sandbox, but it can reach ${session}.`
    : `Its code can read all that you can, Lectern's own data and secrets included${session === '' ? '' : `, and reach ${session}`}: ${problem}`;
  return endsAllProcesses
    ? reach
    : `${reach} A process that hides well may go on running after its build, since nothing here can end it.`;
}
