import { machineWorkspaces } from '../../host/workspaces/machine-workspaces.ts';
import { NotFound } from '../../model/base/problems.ts';
import type { Workspace } from '../../model/workspaces/workspace.ts';
import type { Workspaces } from '../../services/workspaces/workspaces.ts';
import { PROGRAM, UsageError } from '../command-line.ts';
import { nearest } from '../did-you-mean.ts';
import { operator } from '../with-core.ts';

/** Finds a workspace by name. @throws NotFound with what is similar */
export function requireWorkspace(workspaces: Workspaces, name: string): Workspace {
  const found = workspaces.find(operator, name);
  if (found) return found;
  const names = workspaces.list(operator).map((each) => each.name);
  const similar = nearest(
    name,
    names.map((each) => each.toLowerCase()),
  );
  const suggestion = names.find((each) => each.toLowerCase() === similar);
  const hint = suggestion === undefined ? '' : ` Did you mean “${suggestion}”?`;
  throw new NotFound(
    `There is no workspace “${name}”.${hint} "${PROGRAM} workspace list" lists them, "workspace create" makes one.`,
  );
}

/** Returns the data folder that `--workspace` names. @throws NotFound @throws UsageError */
export function workspaceDataFolder(name: string, data: unknown): string | undefined {
  if (data !== undefined) throw new UsageError('--workspace and --data exclude each other.');
  const found = requireWorkspace(machineWorkspaces({ keychain: 'off', log: () => {} }), name);
  // Home is the platform's folder, which commands take unless told otherwise.
  return found.isHome ? undefined : found.folder;
}
