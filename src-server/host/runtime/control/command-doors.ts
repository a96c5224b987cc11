// The doors for commands, which are loaded when the first of them calls.
import type { Middleware } from '../../../api/server.ts';
import type { Core } from '../../../core.ts';
import { PROJECT_PATH } from '../../../model/projects/project-operations.ts';
import { SYNC_PATH } from '../../../model/sync/sync-path.ts';
import { systemActor } from '../../../services/kernel/actor.ts';

type DoorOptions = {
  readonly core: Pick<Core, 'services' | 'sync'>;
  readonly logError: (error: unknown, method: string, path: string) => void;
};

/** Creates the door of sync for commands that find their data folder in use by this server. */
export function lazySyncDoor(options: DoorOptions): Middleware {
  return onFirstUse(SYNC_PATH, () => openSyncDoor(options), options);
}

/** Creates the door for commands about projects and their builds. */
export function lazyProjectDoor(options: DoorOptions): Middleware {
  return onFirstUse(PROJECT_PATH, () => openProjectDoor(options), options);
}

const actor = systemActor('command');

async function openSyncDoor({ core, logError }: DoorOptions): Promise<Middleware> {
  const [{ createCommandDoor }, { createSyncOperations }, { SYNC_OPERATIONS }] = await Promise.all([
    import('../../../api/doors/command-door.ts'),
    import('../../remotes/sync-operations.ts'),
    import('../../../model/sync/operations.ts'),
  ]);
  const { services } = core;
  const operations = async () => createSyncOperations({ services, actor, runner: await core.sync() });
  const place = { path: SYNC_PATH, table: SYNC_OPERATIONS };
  return createCommandDoor({ ...place, services, operations, logError });
}

async function openProjectDoor({ core, logError }: DoorOptions): Promise<Middleware> {
  const [{ createCommandDoor }, { createProjectOperations }, { PROJECT_OPERATIONS }] = await Promise.all([
    import('../../../api/doors/command-door.ts'),
    import('../../projects/project-operations.ts'),
    import('../../../model/projects/project-operations.ts'),
  ]);
  const { services } = core;
  const operations = async (signal: AbortSignal) => createProjectOperations({ services, actor, signal });
  const place = { path: PROJECT_PATH, table: PROJECT_OPERATIONS };
  return createCommandDoor({ ...place, services, operations, logError });
}

function onFirstUse(
  path: string,
  open: () => Promise<Middleware>,
  { logError }: Pick<DoorOptions, 'logError'>,
): Middleware {
  let opened: Promise<Middleware> | undefined;
  return (request, response, next) => {
    if (!request.url?.startsWith(path)) return next();
    opened ??= open();
    opened.then(
      (door) => door(request, response, next),
      (error: unknown) => {
        logError(error, request.method ?? '', path);
        response.destroy();
      },
    );
  };
}
