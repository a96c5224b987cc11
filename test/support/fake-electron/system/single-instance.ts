import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, isRunning } from './process-identity.ts';

/** What a second instance tells the first. */
export type SecondInstance = { readonly argv: string[]; readonly cwd: string; readonly data: unknown };

/**
 * Takes the lock of a userData folder, or leaves a message for its holder; true when taken. A lock whose holder was
 * killed does not count.
 */
export function takeSingleInstanceLock(
  folder: string,
  data: unknown,
  onSecond: (message: SecondInstance) => void,
): boolean {
  const lock = join(folder, 'fake-electron.lock');
  const mail = join(folder, 'fake-electron-mail');
  mkdirSync(mail, { recursive: true });
  const me = identityOf(process.pid);
  const owner = ownerOf(lock);
  if (owner !== undefined && owner !== me) {
    const message: SecondInstance = { argv: process.argv, cwd: process.cwd(), data };
    const unfinished = join(folder, `fake-electron-${randomUUID()}`);
    writeFileSync(unfinished, JSON.stringify(message));
    renameSync(unfinished, join(mail, `${randomUUID()}.json`));
    return false;
  }
  if (owner === me) return true;
  writeFileSync(lock, me);
  const fetch = (): void => {
    for (const name of readdirSync(mail)) {
      const text = readFileSync(join(mail, name), 'utf8');
      rmSync(join(mail, name));
      onSecond(JSON.parse(text));
    }
  };
  for (const name of readdirSync(mail)) rmSync(join(mail, name));
  watch(mail, fetch).unref();
  process.once('exit', () => rmSync(lock, { force: true }));
  return true;
}

function ownerOf(lock: string): string | undefined {
  try {
    const owner = readFileSync(lock, 'utf8');
    const pid = Number.parseInt(owner, 10);
    return isRunning(pid) && identityOf(pid) === owner ? owner : undefined;
  } catch {
    return undefined;
  }
}
