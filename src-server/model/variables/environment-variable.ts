import type { z } from 'zod';
import { bool, nested, text } from '../base/fields.ts';
import type { Timestamp } from '../base/timestamp.ts';

/** An environment variable of a project's builds, without its value, which stays encrypted in the store. */
export type EnvironmentVariable = {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  /** Whether builds of pull requests get it too. */
  readonly isPublic: boolean;
  /** False when its value is not known here; builds go without it and say so. */
  readonly hasValue: boolean;
  readonly created: Timestamp;
  readonly modified: Timestamp;
};

/** Error on `name`: the project has a variable of this name. */
export const VARIABLE_NAME_TAKEN = 'There is already a variable with this name for this project';

/** Fields of a variable in bodies and files. */
export const environmentVariableFields = {
  name: text({ max: 128, check: variableNameError }),
  // Not trimmed, so that builds get leading and trailing spaces of a value.
  value: text({ max: 2048, trim: false }),
};

/** Like the service, bodies have no value of spaces alone; files may have one that was stored before. */
const bodyValue = text({ max: 2048, trim: false, allSpaces: false });

/** What today's service takes, which has no rule for names (live-service.md 6). */
export const CurrentVariableBody = nested({
  name: text({ max: 128 }),
  value: text({ max: 48_000 }),
  public: bool().nullable().optional(),
});
export type CurrentVariableBody = z.infer<typeof CurrentVariableBody>;

/** How long the values of a project's variables may be together, at today's service. */
export const MAX_VALUES_LENGTH = 256_000;
/** Error of a value that would be too long together with the others. */
export const VALUES_TOO_LONG =
  'The total size of all environment variables in the project cannot exceed 256 KB.';

/** Body of a variable's creation at the desk. */
export const VariableDetailsBody = nested({
  ...environmentVariableFields,
  value: bodyValue,
  public: bool().optional(),
});
export type VariableDetailsBody = z.infer<typeof VariableDetailsBody>;

/** Body of a variable's creation (behaviour.md 13). The service checks whether the name is taken. */
export const EnvironmentVariableBody = nested({ ...environmentVariableFields, value: bodyValue });
export type EnvironmentVariableBody = z.infer<typeof EnvironmentVariableBody>;

/** Body of replacing a variable's value, at the desk only. */
export const EnvironmentVariableValueBody = nested({ value: bodyValue });
export type EnvironmentVariableValueBody = z.infer<typeof EnvironmentVariableValueBody>;

/** Returns what is wrong with a variable's name, or undefined; the rules are in the service's order. */
export function variableNameError(name: string): string | undefined {
  if (name.startsWith('__')) return "Variable name can't start with __ (double underscore)";
  if (name.startsWith('READTHEDOCS')) return "Variable name can't start with READTHEDOCS";
  if (name.includes(' ')) return "Variable name can't contain spaces";
  if (!/^[a-zA-Z0-9_]+$/.test(name)) return 'Only letters, numbers and underscore are allowed';
  return undefined;
}
