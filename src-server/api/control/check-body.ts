import type { z } from 'zod';
import { plainIssue } from '../../model/base/plain-issue.ts';
import { Invalid } from '../../model/base/problems.ts';

/** Checks a body by its schema. @throws Invalid keyed by field, `rules.0.delay` */
export function checkBody<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, { error: plainIssue });
  if (result.success) return result.data;
  const errors: Record<string, string[]> = {};
  const add = (path: readonly PropertyKey[], message: string) => {
    const field = path.map(String).join('.') || 'non_field_errors';
    errors[field] = [...(errors[field] ?? []), message];
  };
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add([...issue.path, key], 'There is no such field.');
    else add(issue.path, issue.message);
  }
  throw new Invalid(errors);
}
