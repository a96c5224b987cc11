import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** Small JSON file of local state. */
export type JsonFile<T> = {
  /** Returns the value; the defaults when there is no file yet. */
  readonly read: () => T;
  /** Changes a part and writes it to the disk. @throws NodeJS.ErrnoException and keeps the old value when it cannot */
  readonly update: (change: Partial<T>) => void;
};

/**
 * Opens a JSON file that its owner alone can read. Writes replace it whole, so a crash leaves the old text or the new.
 * Moves a file that `schema` does not accept to FILE.unreadable and starts with the defaults.
 */
export function jsonFile<S extends z.ZodType<object>>(path: string, schema: S): JsonFile<z.output<S>> {
  let value: z.output<S> | undefined;
  const read = () => {
    value ??= load(path, schema);
    return value;
  };
  return {
    read,
    update(change) {
      const next = { ...read(), ...change };
      if (JSON.stringify(next) === JSON.stringify(value)) return;
      write(path, `${JSON.stringify(next, null, 2)}\n`);
      value = next;
    },
  };
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

function write(path: string, text: string): void {
  const partial = `${path}.${process.pid}.partial`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(partial, text, { mode: 0o600, flush: true });
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
