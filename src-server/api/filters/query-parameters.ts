import type { QueryParameter } from '../route.ts';

/** Makes a parameter that is true or false; any other text is no filter. */
export function booleanParameter(name: string, description: string): QueryParameter {
  return { name, description, schema: { type: 'boolean' } };
}

/** Makes a parameter that is any text. */
export function textParameter(name: string, description: string): QueryParameter {
  return { name, description, schema: { type: 'string' } };
}

/** Makes a parameter that is one of some values; any other is refused. */
export function choiceParameter(
  name: string,
  description: string,
  values: readonly string[],
): QueryParameter {
  return { name, description, schema: { type: 'string', enum: values } };
}
