import { existsSync } from 'node:fs';
import { type Core, openCore } from '../lectern.ts';
import { Problem } from '../model/base/problems.ts';
import { type Actor, systemActor } from '../services/kernel/actor.ts';
import { PROGRAM } from './command-line.ts';
import { resolveDataFolder } from './paths.ts';
import type { Terminal } from './terminal.ts';

/** What a command that works on the data was given. */
export type CoreOptions = {
  readonly data: string | undefined;
  readonly keychain?: 'auto' | 'off' | 'only';
};

/** Whoever sits at the command line. */
export const operator: Actor = systemActor('command');

/**
 * Lends the opened data folder to a command. `existing` refuses a folder that is not there, so that a slip in its name
 * does not make a new one.
 * @throws FolderHeld while the app or a server has it @throws Problem
 */
export async function withCore<T>(
  { data, keychain }: CoreOptions,
  terminal: Terminal,
  folder: 'existing' | 'new is fine',
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
    `There is no data folder ${root}. Name another with --data; "${PROGRAM} serve" or "user add" makes it.`,
  );
}
