import { z } from 'zod';
import { describeIssue } from '../base/fields.ts';
import { plainIssue } from '../base/plain-issue.ts';
import { type FieldErrors, Invalid } from '../base/problems.ts';
import { formatPath } from '../base/text/format-path.ts';
import { findSeedConflicts } from './seed-conflicts.ts';
import { type Seed, SeedFile } from './seed-schema.ts';

/** Errors that are reported; a file of the wrong kind has one for every row. */
const MAX_ERRORS = 100;

/**
 * Parses the JSON of a seed file.
 * @throws Invalid keyed by paths inside the file such as `projects[3].versions[0].slug`, for values that break a rule
 * and for values that conflict with another part of the file
 */
export function parseSeed(input: unknown): Seed {
  const result = SeedFile.safeParse(input, { reportInput: true, error: plainIssue });
  const errors: FieldErrors = {};
  let count = 0;
  const report = (path: readonly PropertyKey[], message: string) => {
    count++;
    const key = formatPath(path);
    const known = errors[key];
    if (Array.isArray(known)) {
      if (!known.includes(message)) known.push(message);
    } else if (count <= MAX_ERRORS) errors[key] = [message];
  };
  if (result.success) findSeedConflicts(result.data, report);
  for (const issue of result.error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) report([...issue.path, key], 'There is no such key.');
    } else {
      report(issue.path, describeIssue(issue).message);
    }
  }
  if (count > MAX_ERRORS) errors.more = [`${count} errors in all.`];
  if (count > 0 || !result.data) throw new Invalid(errors);
  return result.data;
}

/** Returns the format as JSON Schema 2020-12 for editors; `docs/seed.schema.json` is a copy. */
export function seedJsonSchema(): object {
  return z.toJSONSchema(SeedFile, { io: 'input', unrepresentable: 'any' });
}
