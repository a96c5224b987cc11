import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { z } from 'zod';

/** Small JSON file of local state. */
export type JsonFile<T> = {
  /** Returns the value; the defaults when there is no file yet. */
  readonly read: () => T;
  /** Changes a part and writes it to the disk. @throws NodeJS.ErrnoException and keeps the old value when it cannot */
  readonly update: (change: Partial<T>) => void;
  /**
   * Changes a part and writes it a little later, with what changes until then, and without waiting for the disk: for state
   * that changes often and may be lost with the machine. Never throws; logs a file that cannot be written.
   */
  readonly updateSoon: (change: Partial<T>) => void;
  /** Writes what `updateSoon` has left to write. */
  readonly flush: () => void;
};

type Log = (line: string) => void;

/** Long enough for the steps of one action, short enough that a process that is killed has written what a person saw. */
const WRITE_DELAY_MS = 250;

/**
 * Opens a JSON file that its owner alone can read. Writes replace it whole, so a crash leaves the old text or the new.
 * Moves a file that `schema` does not accept to FILE.unreadable and starts with the defaults.
 */
export function jsonFile<S extends z.ZodType<object>>(
  path: string,
  schema: S,
  log: Log = () => {},
): JsonFile<z.output<S>> {
  let value: z.output<S> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const read = () => {
    value ??= load(path, schema);
    return value;
  };
  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    try {
      write(path, textOf(read()), false);
    } catch (error) {
      log(`${basename(path)} cannot be written: ${String(error)}`);
    }
  };
  return {
    read,
    update(change) {
      const next = { ...read(), ...change };
      if (textOf(next) === textOf(read())) return;
      write(path, textOf(next), true);
      value = next;
    },
    updateSoon(change) {
      const next = { ...read(), ...change };
      if (textOf(next) === textOf(read())) return;
      value = next;
      timer ??= setTimeout(flush, WRITE_DELAY_MS);
    },
    flush,
  };
}

function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function load<S extends z.ZodType<object>>(path: string, schema: S): z.output<S> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return schema.parse({});
  }
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  try {
    renameSync(path, `${path}.unreadable`);
  } catch {
    // The next change replaces it; its content was unusable.
  }
  return schema.parse({});
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function write(path: string, text: string, flush: boolean): void {
  const partial = `${path}.${process.pid}.partial`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(partial, text, { mode: 0o600, flush });
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
