import type { PageRequest } from '../../store/engine/list-page.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 1000;

/** Gives the last value of a query parameter, the one that counts when it is repeated; undefined when it is absent. */
export function lastValue(query: URLSearchParams, name: string): string | undefined {
  return query.getAll(name).at(-1);
}

/** Does the same, but takes an empty value for an absent one. */
export function lastNonEmptyValue(query: URLSearchParams, name: string): string | undefined {
  return lastValue(query, name) || undefined;
}

/** Reads `limit` and `offset`; invalid values fall back and are never refused (behaviour.md 4 and Decisions). */
export function readPage(query: URLSearchParams): PageRequest {
  const limit = wholeNumber(lastValue(query, 'limit'));
  const offset = wholeNumber(lastValue(query, 'offset'));
  return {
    limit: limit === undefined || limit === 0 ? DEFAULT_LIMIT : Math.min(limit, MAX_LIMIT),
    offset: offset ?? 0,
  };
}

/** Reads a whole number from 0 up. Capped at the largest double: every such offset is past the end of any list. */
function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\+?\d+\s*$/.test(text)) return undefined;
  return Math.min(Number(text), Number.MAX_VALUE);
}
