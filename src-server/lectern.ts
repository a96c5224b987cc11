import type { Server } from 'node:http';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { createApiServer, resources } from './api/server.ts';
import type { Desk, DeskOptions } from './desk/desk.ts';
import type { DeskEnvironment } from './desk/procedure.ts';
import {
  type Control,
  controlOf,
  controlProblem,
  isHomeFolder,
  isOwnOrigin,
  newControlKey,
} from './host/runtime/control-host.ts';
import { dataMaintenance } from './host/runtime/data-maintenance.ts';
import { isLoopback, listen, ownHostNames, stopServing, urlHost } from './host/runtime/listening.ts';
import { type Maintenance, startMaintenance } from './host/runtime/maintenance.ts';
import { createRequestGate, type RequestGate } from './host/runtime/request-gate.ts';
import { apiPathsOf, sendRequestTo } from './host/runtime/send-request.ts';
import { lazyDocs, lazyTracer, startWorkers, type WorkFolders, workFolders } from './host/runtime/workers.ts';
import { type ControlledClock, createControlledClock } from './model/base/controlled-clock.ts';
import { Problem } from './model/base/problems.ts';
import { systemClock } from './model/base/timestamp.ts';
import { ProjectListQuery } from './model/projects/project-list.ts';
import { DEFAULT_PORT } from './model/settings/settings.ts';
import { type CheckedOptions, checkOptions, type LecternOptions } from './options.ts';
import { systemActor } from './services/kernel/actor.ts';
import { createSecrets, type Secrets } from './services/kernel/secrets.ts';
import { openServices, type Services } from './services/open-services.ts';
import { setAsideDamagedFiles } from './store/file/damaged-files.ts';
import { type DataFolder, defaultDataFolder, prepareDataFolder } from './store/file/data-folder.ts';
import { type Database, openDatabase } from './store/file/database.ts';
import { lockDataFolder } from './store/file/folder-lock.ts';
import { openStore, type Store } from './store/open-store.ts';
import { createRequestThread } from './store/requests/request-thread.ts';
import { openSnapshots } from './store/snapshots/open-snapshots.ts';
import { createTokenUse } from './store/tables/users/token-use.ts';

/** The version of this program, from package.json. */
export const VERSION: string = packageJson.version;

/** Lectern without a server: the store and its services. */
export type Core = {
  readonly services: Services;
  readonly secrets: Secrets;
  /** Null for a store in memory. */
  readonly folder: DataFolder | null;
  /** The open database, for backups and tests. */
  readonly database: Database;
  readonly store: Store;
  /** Publishes the URL of this server to processes that find the data folder in use. */
  readonly publishUrl: (url: string) => void;
  /** Finishes running work, checkpoints the database and closes it. Call it once. */
  readonly close: () => Promise<void>;
};

/** A running Lectern. */
export type Lectern = Core & {
  readonly url: string;
  readonly port: number;
  /** Opens the desk on first use; an API without a window never needs it. */
  readonly desk: () => Promise<Desk>;
  /** The door for test suites; null unless it was asked for. */
  readonly control: Control | null;
};

/** What the window keeps while one Lectern takes the place of another. */
export type SharedDesk = Pick<DeskOptions, 'sessions'> & Pick<DeskEnvironment, 'workspaces'>;

const GRACE_MS = 2_000;

/**
 * Opens the data folder, the store and the services, without listening.
 * @throws FolderInUse @throws DamagedDatabase @throws NewerDatabase @throws NotOurDatabase
 */
export async function openCore(options: LecternOptions): Promise<Core> {
  return (await open(options, checkOptions(options), () => 0)).core;
}

/**
 * Opens Lectern and listens. Closes everything again when a step fails.
 * @throws the errors of openCore @throws NodeJS.ErrnoException EADDRINUSE when the port is in use
 */
export async function openLectern(options: LecternOptions, shared: SharedDesk = {}): Promise<Lectern> {
  const checked = checkOptions(options);
  let port = checked.port ?? 0;
  const problem = checked.control ? controlProblem(checked.host, checked.data) : undefined;
  if (problem !== undefined) throw new Problem(problem);
  const { core, stops, folders, maintenance, clock, gate, onPause } = await open(
    options,
    checked,
    () => port,
  );
  try {
    port = checked.port ?? core.services.settings.get(systemActor('start'), 'port') ?? DEFAULT_PORT;
    const log = options.log ?? ignore;
    const logError = (error: unknown, what: string) => log(`${what} failed: ${describe(error)}`);
    const url = () => (server.listening ? `http://${urlHost(checked.host)}:${port}` : undefined);
    let opened: Promise<Desk> | undefined;
    const desk = () => {
      const traceRedirects = lazyTracer(core.services, folders.docs);
      const deskOptions = { url, port: () => port, logError, onKeyUsed: options.onKeyUsed, traceRedirects };
      opened ??= openDesk(core, { ...deskOptions, ...shared }, options).then((made) =>
        behindGate(made, gate),
      );
      return opened;
    };
    const key = checked.control ? newControlKey() : undefined;
    const server: Server = createApiServer({
      services: core.services,
      clock: clock.now,
      throttle: checked.throttle,
      version: VERSION,
      timeouts: options.timeouts,
      guard: {
        port: () => port,
        allowedHosts: [...checked.allowedHosts, ...ownHostNames(checked.host)],
        allowedOrigins: checked.allowedOrigins,
        acceptsVisits: options.gui !== undefined,
      },
      logError: (error, method, path) => logError(error, `${method} ${path}`),
      middleware:
        options.gui === undefined
          ? undefined
          : (await import('./host/runtime/gui-host.ts')).guiHost(options.gui, desk),
      gate,
      control:
        key === undefined
          ? undefined
          : (await import('./api/control/control.ts')).createControl({
              ...{ services: core.services, clock, key, logError, isOwnOrigin },
              track: gate.trackCaller,
            }),
      docs: lazyDocs(core.services, folders.docs, logError),
    });
    port = await listen(server, checked.host, port);
    stops.push(() => stopServing(server));
    // A stream of changes is a request that never ends by itself.
    stops.push(async () => (await opened)?.close());
    const address = `http://${urlHost(checked.host)}:${port}`;
    core.publishUrl(address);
    if (checked.builds) {
      const { services } = core;
      const { trustBuilds } = checked;
      const workers = startWorkers({ services, folders, trustBuilds, maintenance, log });
      onPause(workers.pause);
      stops.push(workers.close);
      // The core closes it again; closing it here first lets a running task end before the queue.
      stops.push(() => maintenance.close());
    }
    const control = key === undefined ? null : controlOf(core.services, address, key);
    return { ...core, url: address, port, desk, control };
  } catch (error) {
    await core.close();
    throw error;
  }
}

type OpenDeskOptions = SharedDesk &
  Pick<DeskOptions, 'port' | 'logError' | 'onKeyUsed'> &
  Pick<DeskEnvironment, 'url' | 'traceRedirects'>;

async function openDesk(
  core: Core,
  { url, traceRedirects, workspaces, ...rest }: OpenDeskOptions,
  options: LecternOptions,
): Promise<Desk> {
  const { clock = systemClock, log = ignore, builds: run = false, trustBuilds: trustAll = false } = options;
  const { createDesk } = await import('./desk/desk.ts');
  const { openMachine } = await import('./host/runtime/machine.ts');
  const { services, secrets, folder, database } = core;
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
  const environment = { url, dataFolder, secrets, machine, builds, traceRedirects, workspaces, ...calls };
  return createDesk({
    ...{ services, clock, ...rest },
    environment: { version: VERSION, ...environment },
  });
}

/** Holds the window's calls as well while all data is replaced. */
function behindGate(desk: Desk, gate: RequestGate): Desk {
  return {
    ...desk,
    fetch: (request) => gate.trackCaller(() => desk.fetch(request)),
    fetchWithSession: (request) => gate.trackCaller(() => desk.fetchWithSession(request)),
  };
}

type Stop = () => void | Promise<void>;
type Opened = {
  readonly core: Core;
  readonly stops: Stop[];
  readonly folders: WorkFolders;
  readonly maintenance: Maintenance;
  readonly clock: ControlledClock;
  readonly gate: RequestGate;
  /** Sets what ends builds before all data is replaced, and starts them again. */
  readonly onPause: (pause: () => Promise<() => void>) => void;
};

/** Opens the parts in order of dependency; `stops` run in reverse order. */
async function open(options: LecternOptions, checked: CheckedOptions, port: () => number): Promise<Opened> {
  const machineClock = options.clock ?? systemClock;
  const clock = createControlledClock(machineClock);
  const log = options.log ?? ignore;
  let pause = async () => () => {};
  const gate = createRequestGate(() => pause());
  const stops: Stop[] = [];
  const close = async () => {
    const failed: unknown[] = [];
    // A failing step must not leave the database open or the folder locked.
    for (const stop of stops.splice(0).reverse()) {
      try {
        await stop();
      } catch (error) {
        failed.push(error);
      }
    }
    if (failed.length > 0) throw failed[0];
  };
  try {
    const folder = checked.data === null ? null : prepareDataFolder(checked.data ?? defaultDataFolder(), log);
    const { folders, remove } = workFolders(folder);
    stops.push(remove);
    const lock = folder && lockDataFolder(folder, { what: checked.what }, systemClock, log);
    if (lock) stops.push(() => lock.release());
    if (folder) setAsideDamagedFiles(folder, systemClock, log);
    const database = await openDatabase({ folder, clock: machineClock, version: VERSION, log });
    // Closing the last connection merges the write-ahead log into the database.
    stops.push(() => void database.close());
    const store = openStore(database);
    const tokenUse = createTokenUse(folder?.usage ?? null, clock.now, log);
    stops.push(() => tokenUse.close());
    const secrets = createSecrets(store, () => openVaultFor(checked, folder, store), log);
    stops.push(() => withTimeout(GRACE_MS, secrets.settled()));
    const services = openServices({
      store,
      secrets,
      tokenUse,
      clock: clock.now,
      machineClock,
      snapshots: openSnapshots(database, folders, { clock: machineClock, version: VERSION, log }),
      kits: {
        folder: folders.repositories,
        lessons: join(folders.root, 'lessons'),
        makeRepository: async (...args) =>
          (await import('./builder/git/make-repository.ts')).makeRepository(...args),
      },
      hold: gate.hold,
      docsDomain: () => `localhost:${port()}`,
      searchFile: folders.search,
      buildMode: {
        run: checked.builds,
        trustAll: checked.trustBuilds,
        // Under control, builds wait to be advanced instead of running code.
        played: checked.control && !checked.trustBuilds,
      },
      acceptUnsignedWebhooks: checked.acceptUnsignedWebhooks,
      requestLog: checked.requestLog
        ? { thread: createRequestThread(folders.requests, log), ...options.requestLimits }
        : undefined,
      docsReaders: {
        askForSession: checked.privateDocs && checked.privateDocs === 'ask',
        exposed: !isLoopback(checked.host),
      },
      lessons: {
        isHome: isHomeFolder(checked.data),
        dataFolder: folders.root,
        apiPaths: apiPathsOf(resources),
        tracePage: (request) => tracer()(request),
      },
      ...(options.newToken && { newToken: options.newToken }),
      log,
    });
    const tracer = memoize(() => lazyTracer(services, folders.docs));
    stops.push(() => services.search.close());
    services.snapshots.finishInterrupted();
    services.kits.finishInterrupted();
    stops.push(() => services.requests.close());
    for (const id of services.buildRuns.failInterrupted(systemActor('start'))) {
      log(`Build ${id} was running when Lectern stopped; it is now failed.`);
    }
    const maintenance = startMaintenance(services.changes, log);
    stops.push(() => maintenance.close());
    if (folder) maintenance.add(dataMaintenance({ database, folder, services, clock: machineClock, log }));
    return {
      core: { services, secrets, folder, database, store, publishUrl: (url) => lock?.update({ url }), close },
      stops,
      folders,
      maintenance,
      clock,
      gate,
      onPause: (next) => {
        pause = next;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openVaultFor(checked: CheckedOptions, folder: DataFolder | null, store: Store) {
  if (!folder) {
    const { memoryVault } = await import('./vault/memory-vault.ts');
    return {
      vault: memoryVault(),
      state: { kind: 'memory' as const, reason: 'memory; lost when Lectern stops' },
    };
  }
  const { openVault } = await import('./vault/open-vault.ts');
  const usedBefore = store.installation.read().vault;
  return openVault({
    file: folder.vaultFile,
    keychain: checked.keychain,
    ...(usedBefore && { previousKind: usedBefore }),
  });
}

async function withTimeout(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
}

function memoize<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function ignore(): void {}
