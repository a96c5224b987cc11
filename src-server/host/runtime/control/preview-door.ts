// The door for previews of commands, which is loaded when the first of them calls.
import type { Middleware } from '../../../api/server.ts';
import { PREVIEW_PATH } from '../../../model/previews/preview-call.ts';
import type { Services } from '../../../services/open-services.ts';

type DoorOptions = {
  readonly services: Services;
  readonly secret: string;
  readonly logError: (error: unknown, method: string, path: string) => void;
};

/** Creates the door for commands that find their data folder in use by this server. */
export function lazyPreviewDoor(options: DoorOptions): Middleware {
  let opened: Promise<Middleware> | undefined;
  const open = async () => (await import('../../../api/previews/preview-door.ts')).createPreviewDoor(options);
  return (request, response, next) => {
    if (request.url !== PREVIEW_PATH) return next();
    opened ??= open();
    opened.then(
      (door) => door(request, response, next),
      (error: unknown) => {
        options.logError(error, request.method ?? '', PREVIEW_PATH);
        response.destroy();
      },
    );
  };
}
