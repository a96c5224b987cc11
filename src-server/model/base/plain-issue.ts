import type { z } from 'zod';

/*
 * Texts for what zod finds where a schema has none of its own, so that no answer shows the library's. Used as
 * `schema.safeParse(input, { error: plainIssue })`: the texts of a schema go first.
 */

type RawIssue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
  ...{
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    nan: 'a number',
    bigint: 'a whole number',
  },
  ...{ boolean: 'true or false', null: 'null', array: 'a list', tuple: 'a list', date: 'a time' },
  ...{ object: 'an object with fields', record: 'an object with fields', map: 'an object with fields' },
};

/** Says in a sentence what is wrong with a value; undefined leaves it to the library. */
export function plainIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.';
      return `Give ${KINDS[String(issue.expected)] ?? 'a value of another kind'}.`;
    case 'too_small':
      return `Give ${least(issue)}.`;
    case 'too_big':
      return `Give ${most(issue)}.`;
    case 'invalid_value':
      return `Give ${oneOf(issue.values as readonly unknown[])}.`;
    case 'invalid_format':
      return 'This text does not have the form that is needed.';
    case 'not_multiple_of':
      return `Give a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return 'There is no such field.';
    case 'invalid_key':
      return 'A name in this object is not valid.';
    default:
      return 'This value is not valid.';
  }
}

function least({ origin, minimum, inclusive }: RawIssue): string {
  const min = Number(minimum);
  const unit = unitOf(String(origin), min);
  if (unit === undefined)
    return inclusive === false ? `a number above ${min}` : `a number of at least ${min}`;
  return unit === 'character' && min === 1 ? 'a text that is not empty' : `at least ${min} ${unit}`;
}

function most({ origin, maximum, inclusive }: RawIssue): string {
  const max = Number(maximum);
  const unit = unitOf(String(origin), max);
  if (unit !== undefined) return `at most ${max} ${unit}`;
  return inclusive === false ? `a number below ${max}` : `a number of at most ${max}`;
}

/** What a size counts; undefined for a number, which is compared itself. */
function unitOf(origin: string, count: number): string | undefined {
  const plural = count === 1 ? '' : 's';
  if (origin === 'string') return `character${plural}`;
  if (origin === 'array' || origin === 'set') return `item${plural}`;
  return origin === 'object' || origin === 'record' || origin === 'map' ? `field${plural}` : undefined;
}

function oneOf(values: readonly unknown[]): string {
  const names = values.map(String);
  return names.length === 1 ? `${names[0]}` : `one of ${names.join(', ')}`;
}
