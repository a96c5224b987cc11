import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { createApiServer } from './api/server.ts';
import { type Core, type OpenParts, openParts, VERSION } from './core.ts';
import type { Desk } from './desk/desk.ts';
import { lazyProjectDoor, lazySyncDoor } from './host/runtime/control/command-doors.ts';
import { type ControlDoor, createControlDoor } from './host/runtime/control/control-door.ts';
import { type Control, controlProblem } from './host/runtime/control/control-host.ts';
import { lazyPreviewDoor } from './host/runtime/control/preview-door.ts';
import { listen, ownHostNames, stopServing, urlHost } from './host/runtime/listening.ts';
import { servedDialect } from './host/runtime/served-dialect.ts';
import { behindGate, openDesk, type SharedDesk } from './host/runtime/window/open-desk.ts';
import { windowLinks } from './host/runtime/window/window-links.ts';
import { lazyDocs, startWorkers } from './host/runtime/workers.ts';
import type { Dialect } from './model/base/dialect.ts';
import { Conflict, Problem } from './model/base/problems.ts';
import { DEFAULT_PORT } from './model/settings/settings.ts';
import { type CheckedOptions, checkOptions, type LecternOptions } from './options.ts';
import { systemActor } from './services/kernel/actor.ts';

/** A running Lectern. */
export type Lectern = Core & {
  readonly url: string;
  readonly port: number;
  /** Opens the desk on first use; an API without a window never needs it. */
  readonly desk: () => Promise<Desk>;
  /** The dialect in which `url` answers now. */
  readonly dialect: () => Dialect;
  /** The other port and its dialect; null unless it was asked for. */
  readonly also: { readonly url: string; readonly dialect: Dialect } | null;
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
  // A command listens at a port of its own, which is gone with it.
  const servedPort = () => (checked.what === 'command' ? undefined : port);
  const parts = await openParts(checked, servedPort, isControlled);
  const { core, stops } = parts;
  const address = () => `http://${urlHost(checked.host)}:${port}`;
  const door = createControlDoor({
    ...{ services: core.services, host: checked.host, data: checked.data, address },
    ...{ track: parts.gate.trackCaller, logError: errorLogOfPath(checked) },
  });
  try {
    port = checked.port ?? core.services.settings.get(systemActor('start'), 'port') ?? DEFAULT_PORT;
    if (port !== 0 && checked.also?.port === port)
      throw new Conflict(`Port ${port} cannot answer in two dialects. Give --also another port.`);
    const url = () => (server.listening ? address() : undefined);
    const dialect = servedDialect(core.services, checked.dialect);
    const linkSecret = checked.gui === undefined ? undefined : randomBytes(32).toString('hex');
    const commandSecret = randomBytes(32).toString('hex');
    const desk = deskOnFirstUse(parts, checked, { port: () => port, url, door, shared, linkSecret });
    const server = await createServer(parts, checked, {
      port: () => port,
      desk,
      door,
      dialect,
      commandSecret,
    });
    port = await listen(server, checked.host, port);
    parts.ports.add(port);
    stops.push(() => stopServing(server));
    // A stream of changes is a request that never ends by itself.
    stops.push(async () => (await desk.opened())?.close());
    core.publishUrl(address(), { linkSecret, commandSecret });
    // Before builds start, which wait for their turn under control.
    const control = checked.control ? await door.open() : null;
    if (checked.builds) startWork(parts, checked);
    const also = checked.also ? await openAlso(parts, checked, checked.also, () => port) : null;
    return { ...core, url: address(), port, dialect, also, desk, control };
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
    readonly linkSecret: string | undefined;
  },
): DeskOnFirstUse {
  const { shared, ...where } = server;
  let opened: Promise<Desk> | undefined;
  const open = async () => {
    const { onKeyUsed, linkCommand } = options;
    const given = {
      ...where,
      logError: errorLog(options),
      onKeyUsed,
      linkCommand,
      traceRedirects: tracePage,
    };
    return behindGate(await openDesk(core, { ...given, ...shared }, options), gate);
  };
  const desk = () => {
    opened ??= open();
    return opened;
  };
  return Object.assign(desk, { opened: () => opened });
}

type ServerParts = {
  readonly port: () => number;
  readonly desk: DeskOnFirstUse;
  readonly door: ControlDoor;
  readonly dialect: () => Dialect;
  /** What commands prove themselves with that can read the data folder. */
  readonly commandSecret: string;
};

/** Creates the server of the API, with the window, the documentation and control where they are asked for. */
async function createServer(
  parts: OpenParts,
  options: CheckedOptions,
  { port, desk, door, dialect, commandSecret }: ServerParts,
): Promise<Server> {
  const { core, folders } = parts;
  const { services } = core;
  const { gui } = options;
  const middleware =
    gui === undefined ? undefined : (await import('./host/runtime/window/gui-host.ts')).guiHost(gui, desk);
  const previews = lazyPreviewDoor({ services, secret: commandSecret, logError: errorLogOfPath(options) });
  return createApiServer({
    ...apiOptions(parts, options, port),
    ...{ dialect, middleware, control: door.handle },
    sync: lazySyncDoor({ core, logError: errorLogOfPath(options) }),
    ...{ previews, projects: lazyProjectDoor({ core, logError: errorLogOfPath(options) }) },
    docs: lazyDocs(services, folders.docs, {
      logError: errorLog(options),
      windowLink: windowLinks(options, port),
    }),
  });
}

/** Serves the API alone on another port, in a dialect of its own; the window and the pages are on the first one. */
async function openAlso(
  parts: OpenParts,
  options: CheckedOptions,
  { dialect, port: wanted }: NonNullable<CheckedOptions['also']>,
  windowPort: () => number,
): Promise<NonNullable<Lectern['also']>> {
  let port = wanted;
  const shared = apiOptions(parts, options, () => port);
  const server = createApiServer({ ...shared, windowPort, dialect: () => dialect });
  port = await listen(server, options.host, wanted);
  parts.ports.add(port);
  parts.stops.push(() => stopServing(server));
  return { url: `http://${urlHost(options.host)}:${port}`, dialect };
}

/** The options that every server of the API shares. */
function apiOptions(
  { core: { services }, clock, gate }: OpenParts,
  options: CheckedOptions,
  port: () => number,
) {
  const { gui, throttle, timeouts, host, allowedHosts, allowedOrigins } = options;
  return {
    ...{ services, throttle, timeouts, gate },
    clock: clock.now,
    version: VERSION,
    guard: {
      port,
      allowedHosts: [...allowedHosts, ...ownHostNames(host)],
      allowedOrigins,
      acceptsVisits: gui !== undefined,
    },
    logError: errorLogOfPath(options),
  };
}

/** Starts what works beside the answers, and ends it before the core. */
function startWork(parts: OpenParts, { trustBuilds, buildTools, log }: CheckedOptions): void {
  const { core, stops, folders, maintenance, onPause } = parts;
  const workers = startWorkers({
    ...{ services: core.services, folders, trustBuilds, buildTools, maintenance, log },
  });
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
