// Which workspace is open, and how another takes its place. One is open at a time, on the application's port.
import type { OpenWorkspaces } from '../../desk/workspaces/open-workspaces.ts';
import type { Lectern } from '../../lectern.ts';
import { Conflict } from '../../model/base/problems.ts';
import type { Workspace } from '../../model/workspaces/workspace.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Workspaces } from '../../services/workspaces/workspaces.ts';
import { explainOpenFailure, type OpenFailure } from '../recovery/recovery.ts';

export type SwitchOptions = {
  readonly registry: Workspaces;
  /** What is open; undefined while nothing is. */
  readonly current: () => Lectern | undefined;
  /** Opens a data folder on the same port; what it throws reopens the one before. */
  readonly open: (data: string) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Called when the one before cannot be opened again either. */
  readonly onLost: (error: unknown) => void | Promise<void>;
  readonly log: (line: string) => void;
};

/** Workspaces that can be switched. */
export type WorkspaceSwitch = OpenWorkspaces & {
  /** Resolves when no switch is under way. */
  readonly settled: () => Promise<void>;
};

/** How many running builds a refusal names. */
const MAX_NAMED = 3;
const SELF = systemActor('desk');

/** Switches between the workspaces of a registry; a switch that fails opens the one before again. */
export function createWorkspaceSwitch(options: SwitchOptions): WorkspaceSwitch {
  const { registry, current, log } = options;
  let switching: Promise<void> | undefined;
  let openings = 0;
  let failure: { readonly name: string; readonly message: string } | null = null;

  function openFolder(): string | undefined {
    return current()?.folder?.root;
  }

  async function reopen(folder: string, target: Workspace, error: unknown): Promise<void> {
    const text = failureText(await explainOpenFailure(error, target.folder));
    log(`The workspace “${target.name}” could not be opened: ${describe(error)}`);
    failure = { name: target.name, message: text };
    try {
      await options.open(folder);
    } catch (lost) {
      await options.onLost(lost);
    }
  }

  async function run(target: Workspace, from: string): Promise<void> {
    const username = current()?.services.settings.localUser()?.username;
    // What could not be closed must not keep the other from opening: there would be no server any more.
    await options.close().catch((error: unknown) => log(`Closing failed: ${describe(error)}`));
    try {
      await options.open(target.folder);
      if (username !== undefined) nameLocalUser(current(), username);
    } catch (error) {
      await reopen(from, target, error);
    } finally {
      openings += 1;
    }
  }

  return {
    registry,
    state: () => {
      const folder = openFolder();
      return { current: folder === undefined ? undefined : registry.ofFolder(folder), openings, failure };
    },
    switchTo(target) {
      const from = openFolder();
      if (switching || from === undefined)
        throw new Conflict('Another workspace is being opened. Wait for it.');
      if (from === target.folder) throw new Conflict(`${target.name} is open already.`);
      const { isHeld, holder } = registry.holder(target);
      if (isHeld) throw new Conflict(inUseText(target, holder?.what));
      const running = current()?.store.builds.claimed() ?? [];
      if (running.length > 0) throw new Conflict(runningText(running));
      failure = null;
      // The caller is answered first.
      switching = new Promise<void>((resolve) => setImmediate(resolve))
        .then(() => run(target, from))
        .finally(() => {
          switching = undefined;
        });
    },
    settled: async () => switching,
  };
}

/** Gives a new workspace the name of the person at this machine, which was asked at the first run of another. */
function nameLocalUser(lectern: Lectern | undefined, username: string): void {
  const settings = lectern?.services.settings;
  if (settings && settings.localUser() === undefined) settings.setLocalUser(SELF, username);
}

function inUseText({ name }: Workspace, holder = 'process'): string {
  return `“${name}” is in use by another ${holder}. Quit that first, then switch again.`;
}

function runningText(builds: readonly { readonly id: number; readonly projectSlug: string }[]): string {
  const named = builds.slice(0, MAX_NAMED).map(({ id, projectSlug }) => `build ${id} of ${projectSlug}`);
  const more = builds.length > MAX_NAMED ? ` and ${builds.length - MAX_NAMED} more` : '';
  return `Builds are running. Cancel them or wait, then switch again. Now running: ${named.join(', ')}${more}.`;
}

function failureText(failure: OpenFailure): string {
  switch (failure.kind) {
    case 'damaged':
    case 'log':
      return `Its database is damaged: ${failure.findings[0] ?? 'it cannot be read'}. Restore a backup with “lectern recover --workspace”, or remove the workspace.`;
    case 'newer':
      return 'A newer Lectern wrote its database. Update Lectern to open it.';
    case 'foreign':
      return 'Its database belongs to another program.';
    case 'held':
      return 'Another process uses it. Quit that first.';
    case 'port':
      return `Port ${failure.port} was taken by another program meanwhile.`;
    case 'full':
      return 'The disk is full. Free some space and try again.';
    default:
      return failure.reason;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
