import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { resources } from './api/resources.ts';
import { isHomeFolder } from './host/runtime/control/control-host.ts';
import { lazySync } from './host/runtime/control/sync-host.ts';
import { isLoopback, isOwnAddress } from './host/runtime/listening.ts';
import { dataMaintenance } from './host/runtime/maintenance/data-maintenance.ts';
import { type Maintenance, startMaintenance } from './host/runtime/maintenance/maintenance.ts';
import { createRequestGate, type RequestGate } from './host/runtime/request-gate.ts';
import { apiPathsOf } from './host/runtime/send-request.ts';
import { lazyTracer, type WorkFolders, workFolders } from './host/runtime/workers.ts';
import { systemClock } from './model/base/timestamp.ts';
import { type ControlledClock, createControlledClock } from './model/clock/controlled-clock.ts';
import type { TraceRedirects } from './model/redirects/redirect-trace.ts';
import { DEFAULT_PORT } from './model/settings/settings.ts';
import { type CheckedOptions, checkOptions, type LecternOptions } from './options.ts';
import { systemActor } from './services/kernel/actor.ts';
import { createSecrets, type Secrets } from './services/kernel/secrets.ts';
import { openServices, type Services } from './services/open-services.ts';
import { lazyStatements } from './store/engine/lazy-statements.ts';
import { setAsideDamagedFiles } from './store/file/damaged-files.ts';
import { type DataFolder, defaultDataFolder, prepareDataFolder } from './store/file/data-folder.ts';
import { type Database, openDatabase } from './store/file/database.ts';
import { type DoorSecrets, lockDataFolder } from './store/file/folder-lock.ts';
import { openStore, type Store } from './store/open-store.ts';
import { createRequestThread } from './store/requests/request-thread.ts';
import { openSnapshots } from './store/snapshots/open-snapshots.ts';
import { createTokenUse } from './store/tables/users/token-use.ts';
import type { SyncRunner } from './sync/sync-runner.ts';

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
  /** Opens what pulls from remotes and pushes to them; its code is loaded with the first call. */
  readonly sync: () => Promise<SyncRunner>;
  /** Publishes the URL of this server, and the secrets of commands, to processes that find the data folder in use. */
  readonly publishUrl: (url: string, secrets?: DoorSecrets) => void;
  /** Finishes running work, checkpoints the database and closes it. Call it once. */
  readonly close: () => Promise<void>;
};

const GRACE_MS = 2_000;

/**
 * Opens the data folder, the store and the services, without listening.
 * @throws FolderInUse @throws DamagedDatabase @throws NewerDatabase @throws NotOurDatabase
 */
export async function openCore(options: LecternOptions): Promise<Core> {
  return (await openParts(checkOptions(options), () => undefined)).core;
}

/** Ends one part; called in reverse order of opening. */
export type Stop = () => void | Promise<void>;
/** The core and what the server on top of it needs. */
export type OpenParts = {
  readonly core: Core;
  readonly stops: Stop[];
  readonly folders: WorkFolders;
  readonly maintenance: Maintenance;
  readonly clock: ControlledClock;
  readonly gate: RequestGate;
  readonly tracePage: TraceRedirects;
  /** Ports of this server, once it listens. */
  readonly ports: Set<number>;
  /** Sets what ends builds before all data is replaced, and starts them again. */
  readonly onPause: (pause: () => Promise<() => void>) => void;
};

/**
 * Opens the parts in order of dependency; closes all of them again when one fails. `servedPort` is asked later, when the
 * server listens; undefined is the port at which a server will serve. @throws the errors of openCore
 */
export async function openParts(
  options: CheckedOptions,
  servedPort: () => number | undefined,
  isControlled: () => boolean = () => false,
): Promise<OpenParts> {
  const { clock: machineClock, log } = options;
  const clock = createControlledClock(machineClock);
  let pause = async () => () => {};
  let pauseSync = async () => {};
  const gate = createRequestGate(async () => {
    await pauseSync();
    return pause();
  });
  const stops: Stop[] = [];
  const ports = new Set<number>();
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
    const folder = options.data === null ? null : prepareDataFolder(options.data ?? defaultDataFolder(), log);
    const { folders, remove } = workFolders(folder);
    stops.push(remove);
    const lock = folder && lockDataFolder(folder, { what: options.what }, systemClock, log);
    if (lock) stops.push(() => lock.release());
    if (folder) setAsideDamagedFiles(folder, systemClock, log);
    const database = await openDatabase({ folder, clock: machineClock, version: VERSION, log });
    // Closing the last connection merges the write-ahead log into the database.
    stops.push(() => void database.close());
    const store = openStore(lazyStatements(database));
    const tokenUse = createTokenUse(folder?.usage ?? null, clock.now, log);
    stops.push(() => tokenUse.close());
    const secrets = createSecrets(store, () => openVaultFor(options, folder, store), log);
    stops.push(() => withTimeout(GRACE_MS, secrets.settled()));
    const tracePage = lazyTracer(() => services, folders.docs);
    const services: Services = openServices({
      store,
      secrets,
      tokenUse,
      clock: clock.now,
      machineClock,
      controlledClock: { clock, mayMove: !isHomeFolder(options.data) },
      snapshots: openSnapshots(database, folders, { clock: machineClock, version: VERSION, log }),
      kits: {
        folder: folders.repositories,
        lessons: join(folders.root, 'lessons'),
        hasProgram: async (command) =>
          (await import('./builder/steps/find-programs.ts')).findOnPath(command) !== undefined,
        makeRepository: async (...args) =>
          (await import('./builder/git/make-repository.ts')).makeRepository(...args),
      },
      hold: gate.hold,
      docsDomain: () => `localhost:${servedPort() ?? savedPort(services.settings)}`,
      searchFile: folders.search,
      buildMode: {
        run: options.builds,
        trustAll: options.trustBuilds,
        // Under control, builds wait to be advanced instead of running code.
        get played() {
          return isControlled() && !options.trustBuilds;
        },
      },
      acceptUnsignedWebhooks: options.acceptUnsignedWebhooks,
      requestLog: options.requestLog
        ? { thread: createRequestThread(folders.requests, log), ...options.requestLimits }
        : undefined,
      docsReaders: {
        askForSession: options.privateDocs && options.privateDocs === 'ask',
        exposed: !isLoopback(options.host),
      },
      lessons: {
        isHome: isHomeFolder(options.data),
        dataFolder: folders.root,
        apiPaths: apiPathsOf(resources),
        tracePage,
      },
      ...(options.newToken && { newToken: options.newToken }),
      log,
    });
    stops.push(() => services.search.close());
    services.snapshots.finishInterrupted();
    services.kits.finishInterrupted();
    stops.push(() => services.requests.close());
    for (const id of services.buildRuns.failInterrupted(systemActor('start'))) {
      log(`Build ${id} was running when Lectern stopped; it is now failed.`);
    }
    services.sync.failInterrupted(systemActor('start'));
    const isItself = (address: URL) => isOwnAddress(address, ports);
    const sync = lazySync(services, {
      ...options.sync,
      clock: machineClock,
      version: VERSION,
      log,
      isItself,
    });
    pauseSync = sync.pause;
    stops.push(sync.close);
    const maintenance = startMaintenance(services.changes, log);
    stops.push(() => maintenance.close());
    if (folder) maintenance.add(dataMaintenance({ database, folder, services, clock: machineClock, log }));
    return {
      core: {
        ...{ services, secrets, folder, database, store, sync: sync.open, close },
        publishUrl: (url, doorSecrets) => lock?.update({ url, ...doorSecrets }),
      },
      stops,
      folders,
      maintenance,
      clock,
      gate,
      tracePage,
      ports,
      onPause: (next) => {
        pause = next;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the port at which the next server serves; a free one is not known before. */
function savedPort(settings: Services['settings']): number {
  return settings.get(systemActor('start'), 'port') || DEFAULT_PORT;
}

async function openVaultFor(options: CheckedOptions, folder: DataFolder | null, store: Store) {
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
    keychain: options.keychain,
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
