import type { z } from 'zod';
import { nested, text } from '../base/fields.ts';
import type { Timestamp } from '../base/timestamp.ts';

/** A variable that builds of the project receive. Its value stays encrypted in the store and is never part of this. */
export type EnvironmentVariable = {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  readonly created: Timestamp;
  readonly modified: Timestamp;
};

/** On `name`: the project has a variable of this name. */
export const VARIABLE_NAME_TAKEN = 'There is already a variable with this name for this project';

/** The fields of a variable, for bodies and files alike. */
export const environmentVariableFields = {
  name: text({ max: 128, check: variableNameError }),
  // As given, so that a value that begins or ends with a space reaches the build whole.
  value: text({ max: 2048, trim: false }),
};

/** Body of a variable's creation (behaviour.md 13). Whether the name is taken is for the service to see. */
export const EnvironmentVariableBody = nested(environmentVariableFields);
export type EnvironmentVariableBody = z.infer<typeof EnvironmentVariableBody>;

/** Body of giving a variable another value, at the desk only. */
export const EnvironmentVariableValueBody = nested({ value: environmentVariableFields.value });
export type EnvironmentVariableValueBody = z.infer<typeof EnvironmentVariableValueBody>;

/** What is wrong with a variable's name, or undefined; the rules stand in the service's order. */
export function variableNameError(name: string): string | undefined {
  if (name.startsWith('__')) return "Variable name can't start with __ (double underscore)";
  if (name.startsWith('READTHEDOCS')) return "Variable name can't start with READTHEDOCS";
  if (name.includes(' ')) return "Variable name can't contain spaces";
  if (!/^[a-zA-Z0-9_]+$/.test(name)) return 'Only letters, numbers and underscore are allowed';
  return undefined;
}
