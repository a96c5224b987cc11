/** Exit codes of the commands of sync (docs/handbook/pages/commands.md, "Exit codes"). */
export const SYNC_EXIT = {
  done: 0,
  failed: 1,
  conflicts: 9,
  changes: 10,
} as const;
