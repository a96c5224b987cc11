import type { FaultView } from './fault-view.ts';

/** A rule as it is typed; an empty text leaves its field out. */
export type FaultValues = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly user: string;
  readonly client: string;
  readonly status: string;
  readonly retryAfter: string;
  readonly body: string;
  readonly delayFrom: string;
  readonly delayTo: string;
  readonly connection: string;
  readonly after: string;
  readonly every: string;
  readonly probability: string;
  readonly seed: string;
  readonly hits: string;
  readonly until: string;
  /** Is kept as it is: only presets and control set it. */
  readonly perMinute: FaultView['rule']['perMinute'];
};

/** Names of the fields in the schema, where they lie deeper there. */
export const SCHEMA_NAMES = {
  method: 'match.method',
  path: 'match.path',
  user: 'match.user',
  client: 'match.client',
  status: 'answer.status',
  retryAfter: 'answer.retryAfter',
  body: 'answer.body',
  delayFrom: 'delay',
  delayTo: 'delay.to',
} as const;

/** Returns what the form of a rule begins with; of a new one unless a rule is given. */
export function valuesOf(rule: FaultView['rule'] | undefined): FaultValues {
  const { match, delay, answer } = rule ?? { match: { path: '/api/v3/**' } };
  return {
    name: rule?.name ?? '',
    method: match.method ?? '',
    path: match.path ?? '',
    user: match.user ?? '',
    client: match.client ?? '',
    status: text(answer?.status),
    retryAfter: text(answer?.retryAfter),
    body: typeof answer?.body === 'string' ? answer.body : json(answer?.body),
    delayFrom: text(delay && ('ms' in delay ? delay.ms : delay.from)),
    delayTo: text(delay && 'to' in delay ? delay.to : undefined),
    connection: rule?.connection ?? '',
    after: text(rule?.after),
    every: text(rule?.every),
    probability: text(rule?.probability),
    seed: text(rule?.seed),
    hits: text(rule?.hits),
    until: rule?.until ?? '',
    perMinute: rule?.perMinute,
  };
}

/** Makes the rule of what was typed; its schema says what is wrong with it. */
export function ruleOf(values: FaultValues): unknown {
  const { name, method, path, user, client, connection, until } = values;
  return filled({
    name: name.trim(),
    match: filled({ method, path: path.trim(), user: user.trim(), client: client.trim() }),
    answer: filledOrNone({
      status: number(values.status),
      retryAfter: number(values.retryAfter),
      body: bodyOf(values.body),
    }),
    delay: delayOf(values),
    connection,
    after: number(values.after),
    every: number(values.every),
    probability: number(values.probability),
    seed: number(values.seed),
    hits: number(values.hits),
    until: until.trim(),
    perMinute: values.perMinute,
  });
}

function delayOf({ delayFrom, delayTo }: FaultValues): unknown {
  const from = number(delayFrom);
  const to = number(delayTo);
  if (to === undefined) return from === undefined ? undefined : { ms: from };
  return { from: from ?? 0, to };
}

/** JSON is sent as such, anything else as text. */
function bodyOf(typed: string): unknown {
  if (!/^\s*[[{]/.test(typed)) return typed;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

/** Returns NaN, which the schema refuses, for what is no number. */
function number(typed: string): number | undefined {
  const trimmed = typed.trim();
  if (trimmed === '') return undefined;
  return /^-?\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

function filled(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  );
}

function filledOrNone(fields: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const found = filled(fields);
  return Object.keys(found).length === 0 ? undefined : found;
}

function text(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function json(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
