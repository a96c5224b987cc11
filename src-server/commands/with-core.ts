import { existsSync } from 'node:fs';
import { type Core, openCore } from '../core.ts';
import { Problem } from '../model/base/problems.ts';
import { type Actor, systemActor } from '../services/kernel/actor.ts';
import { PROGRAM } from './command-line.ts';
import { resolveDataFolder } from './paths.ts';
import type { Terminal } from './terminal.ts';

/** Options of a command that opens the data folder. */
export type CoreOptions = {
  readonly data: string | undefined;
  readonly keychain?: 'auto' | 'off' | 'only';
};

/** The person at the command line. */
export const operator: Actor = systemActor('command');

/**
 * Runs `work` with the opened data folder. `existing` refuses a missing folder, so that a typing error does not create
 * a new one. @throws FolderInUse while the app or a server uses it @throws Problem
 */
export async function withCore<T>(
  { data, keychain }: CoreOptions,
  terminal: Terminal,
  folder: 'existing' | 'create',
  work: (core: Core) => T | Promise<T>,
): Promise<T> {
  const { root } = resolveDataFolder(data);
  if (folder === 'existing') requireFolder(root);
  const core = await openCore({
    data: root,
    what: 'command',
    log: terminal.log,
    ...(keychain && { keychain }),
  });
  try {
    return await work(core);
  } finally {
    await core.close();
  }
}

/** @throws Problem */
export function requireFolder(root: string): void {
  if (existsSync(root)) return;
  throw new Problem(
    `There is no data folder ${root}. Name another with --data, or create it with "${PROGRAM} serve" or "user add".`,
  );
}
