import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { Conflict } from '../../model/base/problems.ts';
import {
  folderNameOf,
  HOME_ID,
  HOME_NAME,
  WORKSPACE_COLORS,
  type Workspace,
  type WorkspaceColor,
  WorkspaceName,
} from '../../model/workspaces/workspace.ts';
import {
  type DataFolder,
  dataFolderPaths,
  defaultDataFolder,
  prepareDataFolder,
  syncFolder,
  writePrivateFile,
} from '../file/data-folder.ts';
import { makeFolders } from '../file/make-folders.ts';

const DESCRIPTION = 'workspace.json';
/** Begins the names of folders that are not whole yet, or not any more. */
const UNFINISHED = /^\.(making|removing)-(\d+)-/;
/** Of a folder whose description is lost. */
const DEFAULT_COLOR: WorkspaceColor = 'slate';

const Description = z.object({ name: WorkspaceName, color: z.enum(WORKSPACE_COLORS) });
type Description = z.output<typeof Description>;

/** Returns where workspaces are: beside the platform's data folder. */
export function defaultWorkspacesFolder(): string {
  return join(dirname(defaultDataFolder()), 'lectern-workspaces');
}

/** Reads and writes the folders of workspaces: `ROOT/ID`, each a data folder with a description. Touches Home never. */
export function workspaceFolders(root: string, home: () => string) {
  const pathOf = (id: string) => join(root, id);

  function read(id: string): Workspace | undefined {
    const folder = pathOf(id);
    const description = readDescription(join(folder, DESCRIPTION));
    if (!description && !existsSync(dataFolderPaths(folder).database)) return undefined;
    const { name, color } = description ?? { name: id, color: DEFAULT_COLOR };
    return { id, name, color, isHome: false, folder };
  }

  function freeId(name: string): string {
    const wanted = folderNameOf(name);
    const isTaken = (id: string) => id === HOME_ID || existsSync(pathOf(id));
    if (!isTaken(wanted)) return wanted;
    for (let number = 2; ; number += 1) if (!isTaken(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }

  return {
    home: (): Workspace => ({ id: HOME_ID, name: HOME_NAME, color: null, isHome: true, folder: home() }),

    /** Lists the workspaces by name, without Home. */
    list(): Workspace[] {
      const ids = entriesOf(root).filter((id) => id !== HOME_ID && !id.startsWith('.'));
      return ids.flatMap((id) => read(id) ?? []).sort((a, b) => a.name.localeCompare(b.name));
    },

    /** Makes a data folder, filled by `fill`, which gets its later place too; a crash or an error leaves none of it. */
    async make(
      description: Description,
      fill: (folder: DataFolder, place: DataFolder) => Promise<void>,
    ): Promise<Workspace> {
      makeFolders(root);
      removeUnfinished(root);
      const id = freeId(description.name);
      const partial = pathOf(`.making-${process.pid}-${id}`);
      try {
        const folder = prepareDataFolder(partial);
        await fill(folder, dataFolderPaths(pathOf(id)));
        write(folder.root, description);
        renameSync(partial, pathOf(id));
      } catch (error) {
        rmSync(partial, { recursive: true, force: true });
        throw error;
      }
      syncFolder(root);
      return { id, ...description, isHome: false, folder: pathOf(id) };
    },

    /** Changes its name or its colour; the folder keeps its place. */
    describe({ id }: Workspace, description: Description): void {
      write(pathOf(id), description);
    },

    /** Takes the folder out of the list at once, then deletes it. @throws Conflict when a program has it open */
    remove({ id }: Workspace): void {
      const removed = pathOf(`.removing-${process.pid}-${id}`);
      try {
        renameSync(pathOf(id), removed);
      } catch (error) {
        if (/^E(BUSY|PERM|ACCES)$/.test((error as NodeJS.ErrnoException).code ?? '')) {
          throw new Conflict(`${pathOf(id)} is open in another program. Close it there and try again.`);
        }
        throw error;
      }
      rmSync(removed, { recursive: true, force: true });
    },
  };
}

export type WorkspaceFolders = ReturnType<typeof workspaceFolders>;

function write(folder: string, { name, color }: Description): void {
  writePrivateFile(join(folder, DESCRIPTION), `${JSON.stringify({ name, color }, null, 2)}\n`);
}

function readDescription(file: string): Description | undefined {
  try {
    return Description.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

function entriesOf(root: string): string[] {
  try {
    // A link could lead anywhere.
    return readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Removes what a process that was killed left behind. */
function removeUnfinished(root: string): void {
  for (const name of entriesOf(root)) {
    const pid = UNFINISHED.exec(name)?.[2];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(root, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
