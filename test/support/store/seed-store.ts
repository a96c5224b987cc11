import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeRepository } from '../../../src-server/builder/git/make-repository.ts';
import { type FieldErrors, Invalid } from '../../../src-server/model/base/problems.ts';
import type { Clock } from '../../../src-server/model/base/timestamp.ts';
import { createControlledClock } from '../../../src-server/model/clock/controlled-clock.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { createSecrets, type Secrets } from '../../../src-server/services/kernel/secrets.ts';
import { openServices, type Services } from '../../../src-server/services/open-services.ts';
import type { SeedReport } from '../../../src-server/services/seeds/seeds.ts';
import { lazyStatements } from '../../../src-server/store/engine/lazy-statements.ts';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import { openDatabase } from '../../../src-server/store/file/database.ts';
import { openStore, type Store } from '../../../src-server/store/open-store.ts';
import { createTokenUse } from '../../../src-server/store/tables/users/token-use.ts';
import { memoryVault } from '../../../src-server/vault/memory-vault.ts';
import { scratchFolder } from '../../builder/git/git-repository.ts';
import { NOON, openOptions } from './store-folder.ts';

/** The operator of the machine. */
export const OPERATOR = systemActor('command');

/** Services over their own database, with direct access to its rows. */
export type SeedStore = {
  readonly services: Services;
  readonly store: Store;
  readonly secrets: Secrets;
  /** Loads the content of a seed file. */
  readonly load: (file: unknown) => Promise<SeedReport>;
  /** Returns the errors of a refused file. Fails when it is accepted. */
  readonly refusal: (file: unknown) => Promise<FieldErrors>;
  /** Returns all rows of all tables. */
  readonly dump: () => Record<string, unknown[]>;
  /** Returns the rows of one table, by id. */
  readonly rows: (table: string) => Record<string, unknown>[];
};

/** Opens an empty store, in memory unless a folder is given; closes it after the test. */
export async function openSeedStore(
  folder: DataFolder | null = null,
  clock: Clock = () => NOON,
  hasProgram = async (_command: string) => true,
): Promise<SeedStore> {
  const database = await openDatabase(openOptions(folder, { clock }));
  const store = openStore(lazyStatements(database));
  const log = (line: string) => {
    throw new Error(line);
  };
  const vault = { vault: memoryVault(), state: { kind: 'memory', reason: 'a test' } } as const;
  const secrets = createSecrets(store, async () => vault, log);
  const services = openServices({
    store,
    secrets,
    clock,
    controlledClock: { clock: createControlledClock(clock), mayMove: true },
    tokenUse: createTokenUse(null, clock, log),
    docsDomain: () => 'localhost:8642',
    kits: { folder: scratchFolder(), lessons: scratchFolder(), makeRepository, hasProgram },
  });
  onTestFinished(async () => {
    await secrets.settled();
    database.close();
  });
  const load = (file: unknown) => services.seeds.load(OPERATOR, parseSeed(file));
  return {
    services,
    store,
    secrets,
    load,
    async refusal(file) {
      const error: unknown = await load(file).catch((reason: unknown) => reason);
      if (error instanceof Invalid) return error.errors;
      throw error instanceof Error ? error : new Error('The file was accepted.');
    },
    dump() {
      const names = database.prepare<[], string>(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
      );
      return Object.fromEntries(
        names
          .pluck()
          .all()
          .map((name) => [name, database.prepare(`SELECT * FROM ${name}`).all()]),
      );
    },
    rows: (table) =>
      database.prepare(`SELECT * FROM ${table} ORDER BY id`).all() as Record<string, unknown>[],
  };
}

/** Lists the files of the folder that contain this text. */
export function filesContaining(folder: DataFolder, text: string): string[] {
  return readdirSync(folder.root, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(folder.root, name);
    return statSync(file).isFile() && readFileSync(file).includes(text);
  });
}
