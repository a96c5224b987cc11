import type { Workspace } from '../../model/workspaces/workspace.ts';
import type { Workspaces } from '../../services/workspaces/workspaces.ts';

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
