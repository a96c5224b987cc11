/** Formats a JSON value as the service's messages do. */
export function messageText(value: unknown): string {
  if (typeof value === 'string') return value;
  return pythonRepr(value);
}

/** Formats a value as Python's repr does. */
export function pythonRepr(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `'${key}': ${pythonRepr(member)}`)
    .join(', ')}}`;
}

/** Names the type of a JSON value as Python does. */
export function pythonTypeName(value: unknown): string {
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return Array.isArray(value) ? 'list' : 'dict';
}
