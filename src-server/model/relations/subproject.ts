import type { z } from 'zod';
import { field, NOT_A_SLUG, NOT_NULL, nested, text } from '../base/fields.ts';
import { pythonRepr } from '../base/text/python-repr.ts';

/** A project nested under another, at /projects/ALIAS/ of the parent's documentation. */
export type Subproject = {
  readonly id: number;
  readonly parentId: number;
  readonly childId: number;
  readonly alias: string;
};

/** Error on `child`: the project does not exist, or the caller does not maintain it. */
export function unknownProjectError(slug: string): string {
  return `Object with slug=${slug} does not exist.`;
}
/** Error on `child`. */
export const CHILD_HAS_A_PARENT = 'Child is already a subproject of another project';
/** Error on `child`. */
export const CHILD_IS_A_PARENT = 'Child is already a superproject';
/** Error on `child`. */
export const CHILD_IS_ITSELF = 'Project can not be subproject of itself';
/** Error on `alias`. */
export const ALIAS_TAKEN = 'A subproject with this alias already exists';
/** Error on `non_field_errors`: the parent is a subproject itself. */
export const NO_NESTING = 'Subproject nesting is not supported';

/** Makes the field of a slug that refers to a project; it is never trimmed. */
function childField(errorOf: (slug: string) => string): z.ZodType<string> {
  return field<string>(
    (input, report) => {
      if (input === null || input === '') report(NOT_NULL);
      else if (typeof input === 'object') report(errorOf(pythonRepr(input)));
      return typeof input === 'string' ? input : pythonRepr(input);
    },
    { type: 'string', minLength: 1 },
  );
}

/** Fields of a subproject in bodies and files. null and '' mean no alias. */
export const subprojectFields = {
  child: childField(unknownProjectError),
  alias: text({
    max: 255,
    blank: true,
    nullable: true,
    // The service has the same words for what is no text.
    notText: NOT_A_SLUG,
    pattern: { expression: /^[-a-zA-Z0-9_]+$/, message: NOT_A_SLUG },
  })
    .transform((alias) => alias || undefined)
    .optional(),
};

/** Body of a subproject's creation (behaviour.md 10). The service checks the rules between projects. */
export const SubprojectBody = nested(subprojectFields);
export type SubprojectBody = z.infer<typeof SubprojectBody>;

/** Error on `child` of today's service, whatever the reason. */
export function invalidChildError(slug: string): string {
  return `Project with slug=${slug} is not valid as subproject`;
}
/** Error on `non_field_errors` of today's service. */
export const ALIAS_HAS_SLASH = "Aliases can't contain slashes.";
const NOT_AN_ALIAS = 'Aliases can contain letters, numbers, underscores, and hyphens.';

/** Fields of a subproject at today's service (live-service.md 2). */
export const currentSubprojectFields = {
  child: childField(invalidChildError),
  alias: text({
    max: 255,
    blank: true,
    nullable: true,
    pattern: { expression: /^[-a-zA-Z0-9_/]+$/, message: NOT_AN_ALIAS },
  })
    .transform((alias) => alias || undefined)
    .optional(),
};

/** Body of a subproject's creation at today's service. */
export const CurrentSubprojectBody = nested(currentSubprojectFields);
export type CurrentSubprojectBody = z.infer<typeof CurrentSubprojectBody>;
