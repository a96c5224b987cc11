import { machineWorkspaces } from '../../src-server/host/workspaces/machine-workspaces.ts';
import {
  createWorkspaceSwitch,
  type SwitchOptions,
  type WorkspaceSwitch,
} from '../../src-server/host/workspaces/workspace-switch.ts';
import type { OpenOptions } from './open-options.ts';

type DesktopWorkspaceOptions = Omit<SwitchOptions, 'registry'> &
  Pick<OpenOptions, 'keychain'> & {
    /** The data folder of Home. */
    readonly home: () => string;
    readonly environment: Readonly<Record<string, string | undefined>>;
  };

/** Opens the workspaces beside the platform's data folder; undefined where LECTERN_DATA names another folder. */
export function createDesktopWorkspaces(options: DesktopWorkspaceOptions): WorkspaceSwitch | undefined {
  const { environment, home, keychain, log } = options;
  if (environment.LECTERN_DATA) return undefined;
  return createWorkspaceSwitch({ ...options, registry: machineWorkspaces({ home, keychain, log }) });
}
