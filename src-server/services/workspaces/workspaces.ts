import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { Clock } from '../../model/base/timestamp.ts';
import {
  freeColor,
  isHomeName,
  isSameName,
  type NewWorkspace,
  type Workspace,
  type WorkspaceChange,
  workspaceNameTaken,
} from '../../model/workspaces/workspace.ts';
import { type DataFolder, dataFolderPaths } from '../../store/file/data-folder.ts';
import { lockDataFolder, readLock } from '../../store/file/folder-lock.ts';
import { secretOwners } from '../../store/workspaces/copied-database.ts';
import { workspaceFolders } from '../../store/workspaces/workspace-folders.ts';
import { openVault } from '../../vault/open-vault.ts';
import { requireOperator } from '../kernel/access.ts';
import type { Actor } from '../kernel/actor.ts';
import { dataKeyName, deleteRemoteSecrets, tokenNames } from '../kernel/secrets.ts';
import type { KitSource } from '../kits/kits.ts';
import { copyWorkspace, type OpenVaultOf } from './copy-workspace.ts';

export type WorkspacesOptions = {
  /** Returns the data folder of Home, which may be changed in the application. */
  readonly home: () => string;
  /** Where the workspaces are. */
  readonly root: string;
  readonly keychain: 'auto' | 'off' | 'only';
  readonly clock: Clock;
  readonly version: string;
  readonly log: (line: string) => void;
  readonly fillFromKit: FillFromKit;
  /** For tests: their own keychain. */
  readonly openVaultOf?: OpenVaultOf;
};

/** Loads a kit into the data folder of a new workspace. */
export type FillFromKit = (folder: string, kit: KitSource) => Promise<void>;

type Fill = (folder: DataFolder, place: DataFolder) => Promise<void>;

/** Keeps the workspaces of this machine. It needs no open data folder, and never changes Home. */
export function createWorkspaces(options: WorkspacesOptions) {
  const { root, home, clock, log, keychain } = options;
  const folders = workspaceFolders(root, home);
  const openVaultOf =
    options.openVaultOf ??
    ((file, previousKind) => openVault({ file, keychain, previousKind }).then(({ vault: opened }) => opened));

  function list(): Workspace[] {
    return [folders.home(), ...folders.list()];
  }

  function requireFreeName(name: string, except?: Workspace): void {
    const other = folders.list().find((each) => isSameName(each.name, name) && each.id !== except?.id);
    if (other) throw workspaceNameTaken(other.name);
  }

  function make({ name, color }: NewWorkspace, fill: Fill): Promise<Workspace> {
    requireFreeName(name);
    const chosen = color ?? freeColor(folders.list().map((each) => each.color));
    return folders.make({ name, color: chosen }, fill);
  }

  async function removeSecrets(folder: DataFolder): Promise<void> {
    try {
      for (const owner of await secretOwners(folder)) {
        // Those of the private file go with the folder.
        const vault = await openVaultOf(folder.vaultFile, owner.vault);
        if (vault.kind !== 'keychain') continue;
        await vault.delete(dataKeyName(owner.installation));
        for (const token of owner.tokens)
          for (const name of tokenNames(owner.installation, token)) await vault.delete(name);
        for (const remote of owner.remotes) await deleteRemoteSecrets(vault, owner.installation, remote);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`Entries of the removed workspace may remain in the keychain: ${reason}`);
    }
  }

  return {
    /** Lists Home and the workspaces by name. */
    list(actor: Actor): Workspace[] {
      requireOperator(actor);
      return list();
    },

    /** @throws NotFound */
    get(actor: Actor, id: string): Workspace {
      requireOperator(actor);
      const found = list().find((each) => each.id === id);
      if (!found) throw new NotFound('This workspace is not there any more.');
      return found;
    },

    /** Finds one by its name or the name of its folder; undefined when there is none. */
    find(actor: Actor, name: string): Workspace | undefined {
      requireOperator(actor);
      if (isHomeName(name)) return folders.home();
      const all = folders.list();
      return all.find((each) => isSameName(each.name, name)) ?? all.find(({ id }) => id === name);
    },

    /** Finds one by its data folder. */
    ofFolder(folder: string): Workspace | undefined {
      return list().find((each) => dataFolderPaths(each.folder).root === dataFolderPaths(folder).root);
    },

    /** Answers whether a program has it open, and which. */
    holder({ folder }: Workspace): ReturnType<typeof readLock> {
      return readLock(dataFolderPaths(folder));
    },

    /** Creates a workspace, empty or from a kit. @throws Invalid when the name is taken, or the kit has faults */
    async create(actor: Actor, wanted: NewWorkspace, kit?: KitSource): Promise<Workspace> {
      requireOperator(actor);
      const made = await make(wanted, async () => {});
      if (kit === undefined) return made;
      try {
        // At its place already: projects name their repositories by path.
        await options.fillFromKit(made.folder, kit);
        return made;
      } catch (error) {
        await removeSecrets(dataFolderPaths(made.folder));
        folders.remove(made);
        throw error;
      }
    },

    /** Copies another with its pages, even while it is open; it gets its own installation and data key. @throws Invalid */
    copy(actor: Actor, from: Workspace, wanted: NewWorkspace): Promise<Workspace> {
      requireOperator(actor);
      const source = dataFolderPaths(from.folder);
      return make(wanted, (to, place) => copyWorkspace({ ...options, openVaultOf }, source, to, place));
    },

    /** Renames it or changes its colour. @throws Invalid @throws Conflict for Home */
    update(actor: Actor, workspace: Workspace, change: WorkspaceChange): Workspace {
      requireOperator(actor);
      if (workspace.isHome || workspace.color === null)
        throw new Conflict('Home keeps its name and has no colour.');
      const { name = workspace.name, color = workspace.color } = change;
      requireFreeName(name, workspace);
      folders.describe(workspace, { name, color });
      return { ...workspace, name, color };
    },

    /** Deletes a workspace with its secrets. @throws Conflict for Home @throws FolderInUse */
    async remove(actor: Actor, workspace: Workspace): Promise<void> {
      requireOperator(actor);
      if (workspace.isHome) throw new Conflict('Home holds your own data and is never removed.');
      const folder = dataFolderPaths(workspace.folder);
      const lock = lockDataFolder(folder, { what: 'command' }, clock, log);
      try {
        await removeSecrets(folder);
      } finally {
        lock.release();
      }
      folders.remove(workspace);
    },
  };
}

export type Workspaces = ReturnType<typeof createWorkspaces>;
