import type { Server } from 'node:http';
import { createApiServer } from './api/server.ts';
import { type Core, type OpenParts, openParts, VERSION } from './core.ts';
import type { Desk, DeskOptions } from './desk/desk.ts';
import { type ControlDoor, createControlDoor } from './host/runtime/control-door.ts';
import { type Control, controlProblem } from './host/runtime/control-host.ts';
import { listen, ownHostNames, stopServing, urlHost } from './host/runtime/listening.ts';
import { behindGate, openDesk, type SharedDesk } from './host/runtime/open-desk.ts';
import { lazyDocs, startWorkers } from './host/runtime/workers.ts';
import { Problem } from './model/base/problems.ts';
import { DEFAULT_PORT } from './model/settings/settings.ts';
import { type CheckedOptions, checkOptions, type LecternOptions } from './options.ts';
import { systemActor } from './services/kernel/actor.ts';

/** A running Lectern. */
export type Lectern = Core & {
  readonly url: string;
  readonly port: number;
  /** Opens the desk on first use; an API without a window never needs it. */
  readonly desk: () => Promise<Desk>;
  /** The door for test suites; null unless it was asked for. */
  readonly control: Control | null;
};

/**
 * Opens Lectern and listens. Closes everything again when a step fails.
 * @throws the errors of openCore @throws NodeJS.ErrnoException EADDRINUSE when the port is in use
 */
export async function openLectern(options: LecternOptions, shared: SharedDesk = {}): Promise<Lectern> {
  const checked = checkOptions(options);
  const problem = checked.control ? controlProblem(checked.host, checked.data) : undefined;
  if (problem !== undefined) throw new Problem(problem);
  let port = checked.port ?? 0;
  const isControlled = () => door.opened() !== null;
  const parts = await openParts(checked, () => port, isControlled);
  const { core, stops } = parts;
  const address = () => `http://${urlHost(checked.host)}:${port}`;
  const door = createControlDoor({
    ...{ services: core.services, host: checked.host, data: checked.data, address },
    ...{ track: parts.gate.trackCaller, logError: errorLogOfPath(checked) },
  });
  try {
    port = checked.port ?? core.services.settings.get(systemActor('start'), 'port') ?? DEFAULT_PORT;
    const url = () => (server.listening ? address() : undefined);
    const desk = deskOnFirstUse(parts, checked, { port: () => port, url, door, shared });
    const server = await createServer(parts, checked, { port: () => port, desk, door });
    port = await listen(server, checked.host, port);
    stops.push(() => stopServing(server));
    // A stream of changes is a request that never ends by itself.
    stops.push(async () => (await desk.opened())?.close());
    core.publishUrl(address());
    // Before builds start, which wait for their turn under control.
    const control = checked.control ? await door.open() : null;
    if (checked.builds) startWork(parts, checked);
    return { ...core, url: address(), port, desk, control };
  } catch (error) {
    await core.close();
    throw error;
  }
}

/** Opens the desk when it is called first; `opened` says whether it was. */
type DeskOnFirstUse = (() => Promise<Desk>) & { readonly opened: () => Promise<Desk> | undefined };

function deskOnFirstUse(
  { core, gate, tracePage }: OpenParts,
  options: CheckedOptions,
  server: {
    readonly port: () => number;
    readonly url: () => string | undefined;
    readonly door: ControlDoor;
    readonly shared: SharedDesk;
  },
): DeskOnFirstUse {
  const { shared, ...where } = server;
  let opened: Promise<Desk> | undefined;
  const open = async () => {
    const { onKeyUsed } = options;
    const given = { ...where, logError: errorLog(options), onKeyUsed, traceRedirects: tracePage, ...shared };
    return behindGate(await openDesk(core, given, options), gate);
  };
  const desk = () => {
    opened ??= open();
    return opened;
  };
  return Object.assign(desk, { opened: () => opened });
}

/** Creates the server of the API, with the window, the documentation and control where they are asked for. */
async function createServer(
  { core: { services }, clock, gate, folders }: OpenParts,
  options: CheckedOptions,
  { port, desk, door }: Pick<DeskOptions, 'port'> & { desk: DeskOnFirstUse; door: ControlDoor },
): Promise<Server> {
  const logError = errorLog(options);
  const { gui, throttle, timeouts, host, allowedHosts, allowedOrigins } = options;
  const middleware =
    gui === undefined ? undefined : (await import('./host/runtime/gui-host.ts')).guiHost(gui, desk);
  return createApiServer({
    ...{ services, throttle, timeouts, middleware, gate, control: door.handle },
    clock: clock.now,
    version: VERSION,
    guard: {
      port,
      allowedHosts: [...allowedHosts, ...ownHostNames(host)],
      allowedOrigins,
      acceptsVisits: gui !== undefined,
    },
    logError: errorLogOfPath(options),
    docs: lazyDocs(services, folders.docs, logError),
  });
}

/** Starts what works beside the answers, and ends it before the core. */
function startWork(parts: OpenParts, { trustBuilds, log }: CheckedOptions): void {
  const { core, stops, folders, maintenance, onPause } = parts;
  const workers = startWorkers({ services: core.services, folders, trustBuilds, maintenance, log });
  onPause(workers.pause);
  stops.push(workers.close);
  // The core closes it again; closing it here first lets a running task end before the queue.
  stops.push(() => maintenance.close());
}

function errorLog({ log }: CheckedOptions): (error: unknown, what: string) => void {
  return (error, what) =>
    log(`${what} failed: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown error'}`);
}

function errorLogOfPath(options: CheckedOptions): (error: unknown, method: string, path: string) => void {
  const log = errorLog(options);
  return (error, method, path) => log(error, `${method} ${path}`);
}
