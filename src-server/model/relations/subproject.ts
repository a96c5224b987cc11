import type { z } from 'zod';
import { field, INVALID_VALUE, NOT_A_SLUG, NOT_NULL, nested, pythonRepr, text } from '../base/fields.ts';

/** One project nested under another, reachable at /projects/ALIAS/ of the parent's documentation. */
export type Subproject = {
  readonly id: number;
  readonly parentId: number;
  readonly childId: number;
  readonly alias: string;
};

/** On `child`: there is no such project, or it is not the caller's. */
export function unknownProjectError(slug: string): string {
  return `Object with slug=${slug} does not exist.`;
}
/** On `child`. */
export const CHILD_HAS_A_PARENT = 'Child is already a subproject of another project';
/** On `child`. */
export const CHILD_IS_A_PARENT = 'Child is already a superproject';
/** On `child`. */
export const CHILD_IS_ITSELF = 'Project can not be subproject of itself';
/** On `alias`. */
export const ALIAS_TAKEN = 'A subproject with this alias already exists';
/** On `non_field_errors`: the parent is a subproject. */
export const NO_NESTING = 'Subproject nesting is not supported';

/** A reference by slug is never trimmed: it names something that exists, or nothing. */
const child = field<string>(
  (input, report) => {
    if (input === null || input === '') report(NOT_NULL);
    else if (typeof input === 'object') report(INVALID_VALUE);
    return typeof input === 'string' ? input : pythonRepr(input);
  },
  { type: 'string', minLength: 1 },
);

/** The fields of a subproject, for bodies and files alike. null and '' mean that no alias was chosen. */
export const subprojectFields = {
  child,
  alias: text({
    max: 255,
    blank: true,
    nullable: true,
    pattern: { expression: /^[-a-zA-Z0-9_]+$/, message: NOT_A_SLUG },
  })
    .transform((alias) => alias || undefined)
    .optional(),
};

/** Body of a subproject's creation (behaviour.md 10). The rules between projects are for the service to see. */
export const SubprojectBody = nested(subprojectFields);
export type SubprojectBody = z.infer<typeof SubprojectBody>;
