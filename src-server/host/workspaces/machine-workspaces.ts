import { openCore, VERSION } from '../../core.ts';
import { systemClock } from '../../model/base/timestamp.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import {
  createWorkspaces,
  type Workspaces,
  type WorkspacesOptions,
} from '../../services/workspaces/workspaces.ts';
import { defaultDataFolder } from '../../store/file/data-folder.ts';
import { defaultWorkspacesFolder } from '../../store/workspaces/workspace-folders.ts';

type MachineOptions = Pick<WorkspacesOptions, 'keychain' | 'log'> & Partial<Pick<WorkspacesOptions, 'home'>>;

/** Opens the workspaces of this machine, which lie beside the platform's data folder. */
export function machineWorkspaces({ home = defaultDataFolder, keychain, log }: MachineOptions): Workspaces {
  const root = defaultWorkspacesFolder();
  return createWorkspaces({
    ...{ home, root, keychain, log },
    clock: systemClock,
    version: VERSION,
    async fillFromKit(folder, kit) {
      const core = await openCore({ data: folder, keychain, what: 'command', log });
      try {
        await core.services.kits.load(systemActor('start'), kit);
        await core.secrets.settled();
      } finally {
        await core.close();
      }
    },
  });
}
