import { resources } from '../../../api/resources.ts';
import { type Core, VERSION } from '../../../core.ts';
import type { Desk, DeskOptions } from '../../../desk/desk.ts';
import type { DeskEnvironment } from '../../../desk/procedure.ts';
import { ProjectListQuery } from '../../../model/projects/project-list.ts';
import type { CheckedOptions } from '../../../options.ts';
import { systemActor } from '../../../services/kernel/actor.ts';
import { type ControlDoor, prepareControl } from '../control/control-door.ts';
import type { RequestGate } from '../request-gate.ts';
import { apiPathsOf, sendRequestTo } from '../send-request.ts';

/** What the window keeps while one Lectern takes the place of another. */
export type SharedDesk = Partial<Pick<DeskOptions, 'sessions'>> & Pick<DeskEnvironment, 'workspaces'>;

type OpenDeskOptions = SharedDesk &
  Pick<DeskOptions, 'logError' | 'onKeyUsed' | 'linkCommand' | 'linkSecret'> &
  Pick<DeskEnvironment, 'url' | 'traceRedirects'> & {
    readonly port: () => number;
    readonly door: ControlDoor;
  };

/** Opens what the window calls, and prepares its first page. */
export async function openDesk(
  core: Core,
  { url, traceRedirects, workspaces, door, port, sessions: shared, ...rest }: OpenDeskOptions,
  options: CheckedOptions,
): Promise<Desk> {
  const { clock, log, builds: run, trustBuilds: trustAll, control } = options;
  const { createDesk } = await import('../../../desk/desk.ts');
  const { createSessions } = await import('../../../desk/sessions/sessions.ts');
  const { openSessionFile } = await import('../../../desk/sessions/session-file.ts');
  const { openMachine } = await import('../machine.ts');
  const { fixedWorkspace } = await import('../../workspaces/fixed-workspace.ts');
  const { services, secrets, folder, database, sync } = core;
  const sessions = shared ?? createSessions(port, clock);
  if (folder && options.gui !== undefined)
    sessions.keepIn(openSessionFile({ path: folder.sessions, key: secrets.sessionKey(), log }));
  const machine = openMachine({ database, folder, clock, url, log });
  // The first page of the project list reads every build once; this runs while the window loads its code.
  setImmediate(() => {
    try {
      if (database.open) services.projectList.page(systemActor('desk'), ProjectListQuery.parse({ limit: 1 }));
    } catch (error) {
      // A thrown error would end the process; the same question of the window will be answered with it.
      log(`The project list could not be prepared: ${String(error)}`);
    }
  });
  const dataFolder = folder?.root ?? null;
  const builds = { run, trustAll };
  const calls = { sendRequest: sendRequestTo(url), apiPaths: apiPathsOf(resources) };
  const deskControl = {
    ...door,
    problem: control ? undefined : door.problem,
    isFixed: control,
    open: () => openPrepared(core, door),
  };
  const open = {
    workspaces,
    control: deskControl,
    fixedWorkspace: fixedWorkspace({ folder: folder?.root, control }),
  };
  const environment = { url, dataFolder, secrets, machine, builds, sync, traceRedirects, ...open, ...calls };
  return createDesk({
    ...{ services, sessions, ...rest },
    environment: { version: VERSION, ...environment },
  });
}

async function openPrepared(core: Core, door: ControlDoor): Promise<void> {
  try {
    await prepareControl(core, await door.open());
  } catch (error) {
    door.close();
    throw error;
  }
}

/** Holds the window's calls as well while all data is replaced. */
export function behindGate(desk: Desk, gate: RequestGate): Desk {
  return {
    ...desk,
    fetch: (request) => gate.trackCaller(() => desk.fetch(request)),
    fetchWithSession: (request) => gate.trackCaller(() => desk.fetchWithSession(request)),
  };
}
