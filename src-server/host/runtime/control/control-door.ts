// The door for test suites, which stands closed until `--control` or the window opens it.
import type { ControlHandler } from '../../../api/control/control.ts';
import type { ControlContext } from '../../../api/control/control-route.ts';
import type { Core } from '../../../core.ts';
import { Conflict } from '../../../model/base/problems.ts';
import { systemClock } from '../../../model/base/timestamp.ts';
import { createBackup, rotateBackups } from '../../../store/backup/backup.ts';
import { isLoopback } from '../listening.ts';
import { type Control, controlOf, isHomeFolder, isOwnOrigin, newControlKey } from './control-host.ts';

export type ControlDoorOptions = ControlContext & {
  readonly host: string;
  /** The data folder as it was asked for; null in memory. */
  readonly data: string | null | undefined;
  readonly address: () => string;
  readonly track: <T>(work: () => Promise<T>) => Promise<T>;
  readonly logError: (error: unknown, method: string, path: string) => void;
};

/** Control of a running server, which can be opened and closed meanwhile. */
export type ControlDoor = {
  /** Why it is never opened here, for a person at the window; undefined where it can be. */
  readonly problem: string | undefined;
  /** Null while it is closed. */
  readonly opened: () => Control | null;
  /** Opens it with a new key; open already, it stays as it is. @throws Conflict where it is never opened */
  readonly open: () => Promise<Control>;
  readonly close: () => void;
  /** Passes every request on while it is closed. */
  readonly handle: ControlHandler;
};

/** Creates the door, closed. */
export function createControlDoor({ host, data, address, ...rest }: ControlDoorOptions): ControlDoor {
  let control: Control | null = null;
  let handler: ControlHandler | undefined;
  const problem = windowProblem(host, data);
  return {
    problem,
    opened: () => control,
    async open() {
      if (problem !== undefined) throw new Conflict(problem);
      const { createControl } = await import('../../../api/control/control.ts');
      if (control) return control;
      const key = newControlKey();
      handler = createControl({ ...rest, key, isOwnOrigin });
      control = controlOf(rest.services, address(), key);
      return control;
    },
    close() {
      control = null;
      handler = undefined;
    },
    handle: (request, response, next) => (handler ? handler(request, response, next) : next()),
  };
}

/** Backs up a data folder once, and keeps the state that a reset brings back. */
export async function prepareControl({ folder, database }: Core, control: Control): Promise<void> {
  if (folder) {
    await createBackup(database, folder, 'before-reset', systemClock);
    await rotateBackups(folder);
  }
  await control.takeStart();
}

function windowProblem(host: string, data: string | null | undefined): string | undefined {
  if (!isLoopback(host))
    return 'Control can erase everything, so it is for this machine alone; this server can be reached from others.';
  if (isHomeFolder(data))
    return 'Control can erase everything, so it is never opened on Home. Switch to another workspace.';
  return undefined;
}
