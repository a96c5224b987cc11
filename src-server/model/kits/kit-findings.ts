import type { z } from 'zod';
import { plainIssue } from '../base/plain-issue.ts';
import { Invalid } from '../base/problems.ts';
import { formatPath } from '../base/text/format-path.ts';
import type { KitFiles, KitFinding } from './kit.ts';
import { flatErrors } from './kit-refusal.ts';
import { type LocatedFile, readLocatedYaml } from './located-file.ts';

/** Findings that are kept of one kit. */
const MAX_FINDINGS = 200;

/** Collects what is wrong with the files of a kit. */
export class KitFindings {
  readonly #files: KitFiles;
  readonly #found: KitFinding[] = [];

  constructor(files: KitFiles) {
    this.#files = files;
  }

  get all(): readonly KitFinding[] {
    return this.#found;
  }

  add(finding: KitFinding): void {
    if (this.#found.length < MAX_FINDINGS) this.#found.push(finding);
  }

  /** Reports at a path inside a file that was read. */
  at(file: string, read: LocatedFile, path: string, message: string): void {
    // Looking for a place takes time, which thousands of them would add up.
    if (this.#found.length < MAX_FINDINGS) this.add({ file, ...read.locate(path), message });
  }

  /** Reads a text file; undefined when it is not there or not UTF-8. */
  text(file: string): string | undefined {
    const bytes = this.#files.get(file);
    if (!bytes) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      this.add({ file, message: 'It is not text in UTF-8.' });
      return undefined;
    }
  }

  /** Reads a YAML file. */
  yaml(file: string): LocatedFile | undefined {
    const text = this.text(file);
    if (text === undefined) return undefined;
    const result = readLocatedYaml(text);
    if ('read' in result) return result.read;
    this.add({ file, ...result.error });
    return undefined;
  }

  /** Checks what was read against a schema. */
  parse<T>(file: string, read: LocatedFile, schema: z.ZodType<T>): T | undefined {
    const result = schema.safeParse(read.value, { reportInput: true, error: plainIssue });
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys)
          this.at(file, read, formatPath([...issue.path, key]), `There is no such key: ${key}.`);
      } else this.at(file, read, formatPath(issue.path), withPath(issue.path, issue.message));
    }
    return undefined;
  }

  /** Reports the errors of an Invalid; other errors are thrown on. */
  ofInvalid(file: string, read: LocatedFile, error: unknown): void {
    if (!(error instanceof Invalid)) throw error;
    for (const [path, message] of flatErrors(error.errors))
      this.at(file, read, path, path === 'file' ? message : `${path}: ${message}`);
  }
}

function withPath(path: readonly PropertyKey[], message: string): string {
  return path.length === 0 ? message : `${formatPath(path)}: ${message}`;
}
