import type { z } from 'zod';
import { type Actor, systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';

/** What the routes of control work with. */
export type ControlContext = {
  readonly services: Services;
};

/** A request of control whose key, path and body were checked. */
export type ControlRequest<Body> = ControlContext & {
  readonly actor: Actor;
  /** Returns a part of the path, decoded. */
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  readonly body: Body;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
};

/** A line of the table of control (training.md): method, path below `/-/control/`, and what it does. */
export type ControlRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `snapshots/:name/restore`; a slash at the end does not matter. */
  readonly path: string;
  /** Default: no body is read. */
  readonly body?: z.ZodType;
  /** Default: 1 MB. */
  readonly maxBytes?: number;
  /** What is wrong with a request without a body; default: its body is `{}`. */
  readonly emptyBody?: string;
  /** Default: 200, or 204 for a DELETE. */
  readonly status?: number;
  readonly run: (request: ControlRequest<unknown>) => unknown;
};

/** Makes a line whose `run` gets the body as its schema gives it. */
export function controlRoute<Schema extends z.ZodType = z.ZodUndefined>(
  route: Omit<ControlRoute, 'body' | 'run'> & {
    readonly body?: Schema;
    readonly run: (request: ControlRequest<z.output<Schema>>) => unknown;
  },
): ControlRoute {
  return route as ControlRoute;
}

/** Where control answers. */
export const CONTROL_PATH = '/-/control/';

/** Who changes data by control. */
export const CONTROL_ACTOR = systemActor('control');
