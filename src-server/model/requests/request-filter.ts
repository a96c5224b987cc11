import { REFUSAL_STEPS, REQUEST_DOORS, type RefusalStep, type RequestDoor } from './request-record.ts';

/** One condition on a request. */
export type Condition =
  | { readonly kind: 'status'; readonly from: number; readonly to: number }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'method'; readonly methods: readonly string[] }
  /** In microseconds. */
  | { readonly kind: 'duration'; readonly from: number; readonly to: number }
  | { readonly kind: 'changed' | 'unmatched' | 'refused' }
  | { readonly kind: 'step'; readonly step: RefusalStep }
  | { readonly kind: 'door'; readonly door: RequestDoor }
  | { readonly kind: 'path' | 'client' | 'user' | 'fault' | 'body' | 'host' | 'text'; readonly text: string };

/** A condition and whether it is to hold or not to hold. */
export type Term = Condition & { readonly isNegated: boolean };

/** Which requests a list shows: those for which every term holds. */
export type RequestFilter = readonly Term[];

/** A filter as it was typed: what it asks for, and what in it makes no sense. */
export type ParsedFilter = {
  readonly terms: RequestFilter;
  readonly problems: readonly FilterProblem[];
  /** Words with a colon that no filter has; they are searched for as text. */
  readonly unknown: readonly string[];
};

/** A value that makes no sense after its word, and what would. */
export type FilterProblem = { readonly word: string; readonly expected: string };

/** Reads the value of a word; a text says what would make sense. */
type Reader = (value: string) => (Condition & { readonly isNegated?: true }) | string;

const WORD = /(-?)(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/gi;
/** What follows a colon in an address or a time rather than in a filter. */
const ADDRESS = /^[/\d]/;
const HIGHEST_STATUS = 999;

const yesOrNo =
  (kind: 'changed' | 'unmatched' | 'refused', yes = 'yes', no = 'no'): Reader =>
  (value) => {
    if (value === yes) return { kind };
    return value === no ? { kind, isNegated: true } : 'yes or no';
  };
const containing =
  (kind: 'path' | 'client' | 'user' | 'fault' | 'body' | 'host'): Reader =>
  (text) => ({ kind, text });

const READERS: Readonly<Record<string, Reader>> = {
  status: readStatus,
  method: (value) => ({ kind: 'method', methods: value.toUpperCase().split(',').filter(Boolean) }),
  path: containing('path'),
  client: containing('client'),
  user: containing('user'),
  host: containing('host'),
  fault(value) {
    if (value === 'no') return { kind: 'fault', text: '', isNegated: true };
    return { kind: 'fault', text: value === 'yes' ? '' : value };
  },
  body: containing('body'),
  slow: readDuration,
  changed: yesOrNo('changed'),
  matched: yesOrNo('unmatched', 'no', 'yes'),
  refused: yesOrNo('refused'),
  step: (value) => {
    const name = value.replaceAll('-', ' ').toLowerCase();
    const step = REFUSAL_STEPS.find((each) => each === name);
    return step ? { kind: 'step', step } : oneOf(REFUSAL_STEPS.map((name) => name.replaceAll(' ', '-')));
  },
  to: (value) => {
    const door = REQUEST_DOORS.find((each) => each === value.toLowerCase());
    return door ? { kind: 'door', door } : oneOf(REQUEST_DOORS);
  },
};

/** Words that a filter understands, for the field's help. */
export const FILTER_WORDS: readonly (readonly [sample: string, meaning: string])[] = [
  ['status:4xx', 'answered with a status from 400 to 499; also 404, >399 and none'],
  ['method:post', 'by method; several with commas'],
  ['path:/redirects/', 'whose path contains this'],
  ['client:python', 'whose User-Agent contains this'],
  ['user:mira', 'by the user of the token'],
  ['slow:>200ms', 'that took longer; also 2s and <5ms'],
  ['changed:yes', 'that changed something'],
  ['step:validation', 'refused by this step; refused:yes for any'],
  ['matched:no', 'whose path the API does not have'],
  ['to:hosting', 'sent to the pages; also to:api and to:webhook'],
  ['fault:yes', 'that a fault was played to; also a part of its name'],
  ['body:text', 'with this in a body that is logged'],
  ['-status:200', 'a hyphen before any of these excludes'],
];

/** Reads a filter. A word without a known name is text; what makes no sense is named and left out. */
export function parseRequestFilter(text: string): ParsedFilter {
  const terms: Term[] = [];
  const problems: FilterProblem[] = [];
  const unknown: string[] = [];
  for (const [whole, minus, name, quoted, bare] of text.matchAll(WORD)) {
    const read = name === undefined ? undefined : readerOf(name);
    const value = quoted ?? bare ?? '';
    const isNegated = minus === '-';
    if (name === undefined && isUnfinished(value)) continue;
    if (!read || name === undefined) {
      if (name !== undefined && bare !== undefined && !ADDRESS.test(bare)) unknown.push(name);
      terms.push({ kind: 'text', text: textOf(whole, isNegated), isNegated });
      continue;
    }
    const condition = read(value);
    if (typeof condition === 'string') problems.push({ word: name, expected: condition });
    else terms.push({ ...condition, isNegated: isNegated !== (condition.isNegated === true) });
  }
  return { terms, problems, unknown };
}

/** Says in a sentence what makes sense after a word. */
export function describeFilterProblem({ word, expected }: FilterProblem): string {
  return `After “${word.toLowerCase()}:” write ${expected}.`;
}

/** Says in a sentence that no filter has this word. */
export function describeUnknownWord(word: string): string {
  return `There is no filter “${word}:”, so it is searched for as text.`;
}

function oneOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function readerOf(name: string): Reader | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(READERS, key) ? READERS[key] : undefined;
}

/** Whether this is the name of a condition whose value is still to be typed. */
function isUnfinished(word: string): boolean {
  return word.endsWith(':') && readerOf(word.slice(0, -1)) !== undefined;
}

function textOf(whole: string, isNegated: boolean): string {
  return (isNegated ? whole.slice(1) : whole).replaceAll('"', '');
}

function readStatus(value: string): Condition | string {
  if (value === 'none') return { kind: 'unanswered' };
  const group = /^([1-5])xx$/i.exec(value)?.[1];
  if (group !== undefined) return { kind: 'status', from: Number(group) * 100, to: Number(group) * 100 + 99 };
  const [, sign, number] = /^(>=|<=|>|<)?(\d{3})$/.exec(value) ?? [];
  if (number === undefined) return 'a status such as 404, 4xx or >399, or none';
  return { kind: 'status', ...range(sign, Number(number), HIGHEST_STATUS) };
}

const UNITS: Readonly<Record<string, number>> = { us: 1, ms: 1_000, s: 1_000_000 };

function readDuration(value: string): Condition | string {
  const [, sign = '>', number, unit = 'ms'] = /^(>=|<=|>|<)?(\d+(?:\.\d+)?)(us|ms|s)?$/i.exec(value) ?? [];
  if (number === undefined) return 'a time such as >200ms or 2s';
  const micros = Math.round(Number(number) * (UNITS[unit.toLowerCase()] ?? 1_000));
  return { kind: 'duration', ...range(sign, micros, Number.MAX_SAFE_INTEGER) };
}

function range(sign: string | undefined, value: number, highest: number): { from: number; to: number } {
  switch (sign) {
    case '>':
      return { from: value + 1, to: highest };
    case '>=':
      return { from: value, to: highest };
    case '<':
      return { from: 0, to: value - 1 };
    case '<=':
      return { from: 0, to: value };
    default:
      return { from: value, to: value };
  }
}
