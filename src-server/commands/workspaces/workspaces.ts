import { machineWorkspaces } from '../../host/workspaces/machine-workspaces.ts';
import { parseBody } from '../../model/base/fields.ts';
import { Conflict, Invalid, Problem } from '../../model/base/problems.ts';
import { NewWorkspace, type Workspace } from '../../model/workspaces/workspace.ts';
import type { KitSource } from '../../services/kits/kits.ts';
import { FolderInUse } from '../../store/file/database-problems.ts';
import { PROGRAM, UsageError } from '../command-line.ts';
import { kitRefused, kitSource } from '../data/kits.ts';
import { formatColumns, type Terminal } from '../terminal.ts';
import { operator } from '../with-core.ts';
import { requireWorkspace } from './open-workspaces.ts';

type Keychain = 'auto' | 'off' | 'only';

/** `workspace list`. */
export async function listWorkspaces(_options: object, terminal: Terminal): Promise<number> {
  const workspaces = machineWorkspaces({ keychain: 'off', log: terminal.log });
  const rows = workspaces.list(operator).map((workspace) => ({
    ...toJson(workspace),
    in_use: workspaces.holder(workspace).isHeld,
  }));
  terminal.answer(
    { workspaces: rows },
    formatColumns([
      ['NAME', 'COLOUR', 'IN USE', 'FOLDER'],
      ...rows.map(({ name, color, in_use: isUsed, folder }) => [
        name,
        color ?? '-',
        isUsed ? 'yes' : 'no',
        folder,
      ]),
    ]),
  );
  return 0;
}

type CreateOptions = {
  readonly color: string | undefined;
  readonly kit: string | undefined;
  readonly keychain: Keychain;
};

/** `workspace create NAME`. @throws UsageError for a name that is refused */
export async function createWorkspace(
  { color, kit, keychain }: CreateOptions,
  name: string,
  terminal: Terminal,
): Promise<number> {
  const workspaces = machineWorkspaces({ keychain, log: terminal.log });
  const wanted = newWorkspace(name, color);
  const source = kit === undefined ? undefined : kitSource(kit);
  const made = await withPlainRefusal(workspaces.create(operator, wanted, source), source);
  terminal.answer(toJson(made), [`Created the workspace “${made.name}” in ${made.folder}.`, startHint(made)]);
  return 0;
}

/** `workspace copy FROM NAME`. @throws NotFound @throws UsageError for a name that is refused */
export async function copyWorkspace(
  { color, keychain }: { readonly color: string | undefined; readonly keychain: Keychain },
  [from = '', name = '']: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const workspaces = machineWorkspaces({ keychain, log: terminal.log });
  const source = requireWorkspace(workspaces, from);
  const made = await withPlainRefusal(workspaces.copy(operator, source, newWorkspace(name, color)));
  terminal.answer(toJson(made), [
    `Copied “${source.name}” to the workspace “${made.name}” in ${made.folder}.`,
    startHint(made),
  ]);
  return 0;
}

/** `workspace rename FROM NAME`. @throws NotFound @throws UsageError for a name that is refused @throws Conflict for Home */
export async function renameWorkspace(
  { keychain }: { readonly keychain: Keychain },
  [from = '', name = '']: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const workspaces = machineWorkspaces({ keychain, log: terminal.log });
  const workspace = requireWorkspace(workspaces, from);
  const wanted = newWorkspace(name, undefined);
  const renamed = await withPlainRefusal(
    (async () => workspaces.update(operator, workspace, { name: wanted.name }))(),
  );
  terminal.answer(toJson(renamed), [`Renamed the workspace “${workspace.name}” to “${renamed.name}”.`]);
  return 0;
}

/** `workspace remove NAME`: asks for the name unless `--yes`. @throws NotFound @throws FolderInUse @throws Problem */
export async function removeWorkspace(
  { yes, keychain }: { readonly yes: boolean; readonly keychain: Keychain },
  name: string,
  terminal: Terminal,
): Promise<number> {
  const workspaces = machineWorkspaces({ keychain, log: terminal.log });
  const workspace = requireWorkspace(workspaces, name);
  if (workspace.isHome) throw new Problem('Home holds your own data and is never removed.');
  requireUnused(workspace, workspaces.holder(workspace));
  if (!yes) {
    const question = `This deletes ${workspace.folder} with all its projects, pages and backups. Type ${workspace.name} to confirm: `;
    const typed = await terminal.ask(question);
    if (typed?.trim() !== workspace.name)
      throw new Problem(`Nothing was removed: the name was not typed. --yes removes without asking.`);
  }
  await workspaces.remove(operator, workspace);
  terminal.answer({ removed: workspace.name, folder: workspace.folder }, [
    `Removed the workspace “${workspace.name}”.`,
  ]);
  return 0;
}

function requireUnused(
  { folder }: Workspace,
  { isHeld, holder }: { readonly isHeld: boolean; readonly holder: FolderInUse['holder'] },
): void {
  if (isHeld) throw new FolderInUse(folder, holder);
}

function newWorkspace(name: string, color: string | undefined): NewWorkspace {
  try {
    return parseBody(NewWorkspace, { name, ...(color !== undefined && { color }) });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new UsageError(`The workspace cannot be named “${name}”. ${plainText(error)}`);
  }
}

/** Says that a name is taken without the name of the field, and which kit was refused. */
async function withPlainRefusal<T>(work: Promise<T>, kit?: KitSource): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    if (kit && !('name' in error.errors))
      throw kitRefused(kit, error, 'was refused; no workspace was created');
    throw new Conflict(plainText(error));
  }
}

function plainText({ message }: Invalid): string {
  return message.replace(/^name: /, '');
}

function toJson({ name, color, folder, isHome }: Workspace) {
  return { name, color, folder, home: isHome };
}

function startHint({ name }: Workspace): string {
  return `"${PROGRAM} serve --workspace ${name.includes(' ') ? `'${name}'` : name}" opens it.`;
}
