import type { FixedWorkspace } from '../../desk/workspaces/open-workspaces.ts';
import { machineWorkspaces } from './machine-workspaces.ts';

type Options = {
  /** The open data folder; undefined in memory. */
  readonly folder: string | undefined;
  readonly control: boolean;
};

/** Describes what is open where the window cannot switch, and says why it cannot. */
export function fixedWorkspace({ folder, control }: Options): FixedWorkspace {
  if (folder === undefined) {
    const reason =
      'Everything is in memory, where there are no workspaces. Start Lectern without --memory to switch.';
    return { current: null, label: 'In memory', reason };
  }
  const current = machineWorkspaces({ keychain: 'off', log: () => {} }).ofFolder(folder) ?? null;
  return { current, label: current?.name ?? 'Data folder', reason: folderReason(control) };
}

function folderReason(control: boolean): string {
  if (control)
    return 'A test suite controls this server, so it keeps what it has open. Start Lectern without --control to switch.';
  return 'Lectern was started with a data folder of its own. Start it without one to switch.';
}
