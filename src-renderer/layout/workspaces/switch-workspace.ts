import { create } from 'zustand';
import type { Workspace } from '../../../src-server/model/workspaces/workspace.ts';
import { deskClient, refreshQueries } from '../../api/desk.ts';

/** Holds the name of the workspace that is being opened. */
export const useOpening = create<{ readonly opening: string | undefined }>()(() => ({ opening: undefined }));

const CHECK_INTERVAL_MS = 60;

/**
 * Opens another workspace in place of this one, then loads the window again at Projects. The server is away for a moment.
 * Rejects when the switch is refused, before anything is closed.
 */
export async function switchWorkspace({ id, name }: Workspace): Promise<void> {
  useOpening.setState({ opening: name });
  const { openings } = await deskClient.workspaces.switch.mutate({ id }).catch((error: unknown) => {
    useOpening.setState({ opening: undefined });
    throw error;
  });
  const state = await nextState(openings);
  if (state.current?.id === id) return showProjects();
  useOpening.setState({ opening: undefined });
  // The frame of the window says why (workspace-edge.tsx).
  refreshQueries('all');
}

/** Loads the window again, since nothing that it holds belongs to the workspace that is open now. */
export function showProjects(): void {
  location.assign('/projects');
}

type State = Awaited<ReturnType<typeof deskClient.workspaces.state.query>>;

async function nextState(openings: number): Promise<State> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));
    const state = await deskClient.workspaces.state.query().catch(() => undefined);
    if (state !== undefined && state.openings > openings) return state;
  }
}
