// The door for commands of sync, which is loaded when the first of them calls.
import type { Middleware } from '../../api/server.ts';
import type { Core } from '../../core.ts';
import { SYNC_PATH } from '../../model/sync/sync-path.ts';
import { systemActor } from '../../services/kernel/actor.ts';

type DoorOptions = {
  readonly core: Pick<Core, 'services' | 'sync'>;
  readonly logError: (error: unknown, method: string, path: string) => void;
};

/** Creates the door for commands that find their data folder in use by this server. */
export function lazySyncDoor({ core, logError }: DoorOptions): Middleware {
  let opened: Promise<Middleware> | undefined;
  const open = async (): Promise<Middleware> => {
    const [{ createSyncDoor }, { createSyncOperations }] = await Promise.all([
      import('../../api/sync/sync-door.ts'),
      import('./sync-operations.ts'),
    ]);
    const { services } = core;
    const actor = systemActor('command');
    const operations = async () => createSyncOperations({ services, actor, runner: await core.sync() });
    return createSyncDoor({ services, operations, logError });
  };
  return (request, response, next) => {
    if (!request.url?.startsWith(SYNC_PATH)) return next();
    opened ??= open();
    opened.then(
      (door) => door(request, response, next),
      (error: unknown) => {
        logError(error, request.method ?? '', SYNC_PATH);
        response.destroy();
      },
    );
  };
}
