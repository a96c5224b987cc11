import type { Workspace } from '../../model/workspaces/workspace.ts';
import type { Workspaces } from '../../services/workspaces/workspaces.ts';

/** What is open where the window cannot switch. */
export type FixedWorkspace = {
  /** Null in memory, and for a data folder that is no workspace. */
  readonly current: Workspace | null;
  /** What the folder is called in the window when it is no workspace. */
  readonly label: string;
  /** Why there is nothing to switch to, as a sentence. */
  readonly reason: string;
};

/** The workspaces that the host of the window can switch between. */
export type OpenWorkspaces = {
  readonly registry: Workspaces;
  readonly state: () => {
    /** The one that is open; undefined between two, and for a folder that is none. */
    readonly current: Workspace | undefined;
    /** How many switches have ended. */
    readonly openings: number;
    /** Why the last switch failed; null when it did not. */
    readonly failure: { readonly name: string; readonly message: string } | null;
  };
  /** Begins to close the open one and to open this. @throws Conflict: nothing is closed then */
  readonly switchTo: (workspace: Workspace) => void;
};
