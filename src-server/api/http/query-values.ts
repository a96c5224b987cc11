/** The last value of a query parameter, since of a repeated one the last counts; undefined when it is absent. */
export function lastValue(query: URLSearchParams, name: string): string | undefined {
  return query.getAll(name).at(-1);
}

/** The same, where an empty value means no filter. */
export function lastNonEmptyValue(query: URLSearchParams, name: string): string | undefined {
  return lastValue(query, name) || undefined;
}
