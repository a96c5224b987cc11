// The door for test suites: who may have it, and what it needs of the host.
import { randomBytes } from 'node:crypto';
import { CONTROL_PATH } from '../../../api/control/control-route.ts';
import { systemActor } from '../../../services/kernel/actor.ts';
import type { Services } from '../../../services/open-services.ts';
import { behindLinks, defaultDataFolder } from '../../../store/file/data-folder.ts';
import { isLoopback } from '../listening.ts';

/** The door for test suites of a running server. */
export type Control = {
  readonly url: string;
  /** Callers send it as `Authorization: Key …`. */
  readonly key: string;
  /** Keeps the present state as the one that a reset brings back. */
  readonly takeStart: () => Promise<void>;
};

/** Returns why control cannot be opened, as a sentence; undefined when it can. `data` is null in memory. */
export function controlProblem(host: string, data: string | null | undefined): string | undefined {
  if (!isLoopback(host))
    return `--control can erase everything, so it is for this machine alone: leave out --host ${host}.`;
  if (isHomeFolder(data))
    return '--control is never opened on your own data folder. Use --memory, --workspace, or --data with another folder.';
  return undefined;
}

/** Whether a data folder is Home, the person's own: the one of an ordinary start. `data` is null in memory. */
export function isHomeFolder(data: string | null | undefined): boolean {
  if (data === null) return false;
  return data === undefined || isSameFolder(data, defaultDataFolder());
}

/** Makes the key of one run. */
export function newControlKey(): string {
  return randomBytes(32).toString('base64url');
}

/** Describes the door once the server listens. */
export function controlOf(services: Services, address: string, key: string): Control {
  return {
    url: `${address}${CONTROL_PATH}`,
    key,
    takeStart: () => services.snapshots.takeStart(systemActor('start')),
  };
}

/** Whether an origin is the server's own, which has been asked under this host name. */
export function isOwnOrigin(origin: string, host: string): boolean {
  return origin.toLowerCase() === `http://${host.toLowerCase()}`;
}

function isSameFolder(a: string, b: string): boolean {
  return behindLinks(a) === behindLinks(b);
}
