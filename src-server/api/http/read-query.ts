import { type FieldErrors, Invalid } from '../../model/base/problems.ts';
import type { PageRequest } from '../../store/engine/list-page.ts';

const DEFAULT_LIMIT = 10;
/** The largest page of the specification's dialect (behaviour.md, Decisions). */
export const MAX_LIMIT = 1000;

/** Gives the last value of a query parameter, the one that counts when it is repeated; undefined when it is absent. */
export function lastValue(query: URLSearchParams, name: string): string | undefined {
  return query.getAll(name).at(-1);
}

/** Does the same, but takes an empty value for an absent one. */
export function lastNonEmptyValue(query: URLSearchParams, name: string): string | undefined {
  return lastValue(query, name) || undefined;
}

/** Gives the text of a filter without the spaces around it; undefined, hence no filter, when nothing is left. */
export function filterText(query: URLSearchParams, name: string): string | undefined {
  return lastValue(query, name)?.trim() || undefined;
}

/** Reads `limit` and `offset`; invalid values fall back and are never refused (behaviour.md 4 and Decisions). */
export function readPage(query: URLSearchParams, maxLimit: number): PageRequest {
  const limit = wholeNumber(lastValue(query, 'limit'));
  const offset = wholeNumber(lastValue(query, 'offset'));
  return {
    limit: limit === undefined || limit === 0 ? DEFAULT_LIMIT : Math.min(limit, maxLimit),
    offset: offset ?? 0,
  };
}

/** Parses a boolean of the query; any other text gives undefined, hence no filter (behaviour.md 6). */
export function queryBoolean(value: string | undefined): boolean | undefined {
  switch (value?.toLowerCase()) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      return undefined;
  }
}

/** Parses a choice of the query; absent or empty gives undefined, hence no filter. Throws Invalid (behaviour.md 6). */
export function queryChoice(
  name: string,
  value: string | undefined,
  isValid: (value: string) => boolean,
): string | undefined {
  return queryChoices({ [name]: { value, isValid } })[name];
}

/** Parses several choices and reports all their errors at once (behaviour.md 3). */
export function queryChoices<Name extends string>(
  choices: Readonly<
    Record<Name, { readonly value: string | undefined; readonly isValid: (value: string) => boolean }>
  >,
): Partial<Record<Name, string>> {
  const chosen: Partial<Record<Name, string>> = {};
  const errors: FieldErrors = {};
  for (const name of Object.keys(choices) as Name[]) {
    const { value, isValid } = choices[name];
    if (value === undefined || value === '') continue;
    if (isValid(value)) chosen[name] = value;
    else errors[name] = [`Select a valid choice. ${value} is not one of the available choices.`];
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return chosen;
}

/** Reads a whole number from 0 up. Capped at the largest double: every such offset is past the end of any list. */
function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\+?\d+\s*$/.test(text)) return undefined;
  return Math.min(Number(text), Number.MAX_VALUE);
}
