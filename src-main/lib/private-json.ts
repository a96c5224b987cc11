import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** A small file of what this machine remembers. */
export type JsonFile<T> = {
  /** What it holds now; defaults where there is no file yet. */
  readonly read: () => T;
  /** Changes a part, on the disk when this returns. @throws NodeJS.ErrnoException when it cannot be written */
  readonly update: (change: Partial<T>) => void;
};

/**
 * A JSON file for the owner alone, replaced whole so that a crash leaves the old text or the new one. A file that cannot
 * be read as `schema` is kept aside as FILE.unreadable and counts as none.
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
    // It will be replaced by the next change; what it said was of no use.
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
