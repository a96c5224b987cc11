import { z } from 'zod';
import { parseTimestamp, type Timestamp } from '../base/timestamp.ts';
import { REQUEST_METHODS } from '../requests/methods.ts';

/*
 * A fault rule says which requests are answered wrongly, and how (training.md, "Faults"): for demos, lessons and tests
 * of clients that have to survive it.
 */

const MAX_DELAY_MS = 600_000;
const MAX_COUNT = 1_000_000;
const MAX_SEED = 2 ** 31;
const MAX_WILDCARDS = 20;
/** What belongs to Lectern itself: a rule can never lock the window or control out. */
const OWN_PATHS = /^\/(?:desk|-)(?:\/|$)/;
const NOT_A_PATH = 'A path begins with “/” and may contain “*” within a part, “**” across parts and “?”.';
const OWN_PATH = 'Faults are never played for the window or for control.';

/** Statuses whose answers have no body (RFC 9110, 15). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Tells whether answers with this status have no body. */
export function isBodiless(status: number): boolean {
  return BODILESS.has(status);
}

/** A number from `min` to `max`, with one sentence for whatever else is given. */
function number(min: number, max: number, isWhole = true) {
  return z.custom<number>(
    (value) =>
      typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value)),
    { error: `Give a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.` },
  );
}

const count = number(1, MAX_COUNT);
const milliseconds = z.number().min(0).max(MAX_DELAY_MS);

const Match = z.strictObject({
  method: z
    .string()
    .transform((method) => method.toUpperCase())
    .pipe(z.enum(REQUEST_METHODS, { error: `Give one of ${REQUEST_METHODS.join(', ')}.` }))
    .optional(),
  /** A glob over the whole path, without the query. */
  path: z
    .string()
    .max(500, { error: 'A path has at most 500 characters.' })
    .refine((path) => path.startsWith('/') || path.startsWith('*'), { error: NOT_A_PATH })
    .refine((path) => !OWN_PATHS.test(path), { error: OWN_PATH })
    .refine((path) => (path.match(/[*?]/g) ?? []).length <= MAX_WILDCARDS, {
      error: `A path has at most ${MAX_WILDCARDS} wildcards.`,
    })
    .optional(),
  /** Name of the user whose token is sent. */
  user: z.string().max(150, { error: 'A name has at most 150 characters.' }).optional(),
  /** A part of the User-Agent header, in any case. */
  client: z.string().min(1).max(200, { error: 'Give at most 200 characters.' }).optional(),
});

const Delay = z.union(
  [
    z.strictObject({ ms: milliseconds }),
    z
      .strictObject({ from: milliseconds, to: milliseconds })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'This must not be less than “from”.' }),
  ],
  { error: `Give “ms”, or “from” and “to”: milliseconds, at most ${MAX_DELAY_MS}.` },
);

const Answer = z
  .strictObject({
    status: number(200, 599),
    /** Text is sent as it is, anything else as JSON. */
    body: z.json().optional(),
    /** Seconds. */
    retryAfter: number(0, 86_400).optional(),
  })
  .refine(({ status, body }) => body === undefined || !isBodiless(status), {
    path: ['body'],
    error: `An answer with one of the statuses ${[...BODILESS].join(', ')} has no body.`,
  });

/** A rule as it is sent. */
export const FaultRule = z
  .strictObject({
    /** Stands in the header X-Lectern-Fault of each answer that it affects. */
    name: z
      .string()
      .regex(/^[\x20-\x7e]{1,100}$/, { error: 'A name has up to 100 letters, digits and signs of ASCII.' })
      .refine((name) => name.trim() === name, { error: 'A name does not begin or end with a space.' }),
    match: Match.default({}),
    /** The first requests that match and go through. */
    after: number(0, MAX_COUNT).optional(),
    /** Only each Nth request after that. */
    every: count.optional(),
    /** Only those beyond so many a minute, of each user and of all callers without a token. */
    perMinute: z.strictObject({ user: count, anonymous: count }).optional(),
    /** Only this share of them, from 0 to 1. */
    probability: number(0, 1, false).optional(),
    /** Makes the choice by probability the same each time. */
    seed: number(-MAX_SEED, MAX_SEED).optional(),
    delay: Delay.optional(),
    answer: Answer.optional(),
    /** `close` before anything is answered, `cut` in the middle of the answer. */
    connection: z.enum(['close', 'cut']).optional(),
    /** How many requests it is played for at most. */
    hits: count.optional(),
    /** When it ends, by the clock of the API. */
    until: z
      .string()
      .refine((text) => parseTimestamp(text) !== undefined, {
        error: 'Write a time such as 2026-01-31T12:00:00Z.',
      })
      .optional(),
  })
  .refine(({ delay, answer, connection }) => delay ?? answer ?? connection, {
    path: ['answer'],
    error: 'A rule needs an answer, a delay or a connection.',
  })
  .refine(({ answer, connection }) => !(answer && connection === 'close'), {
    path: ['connection'],
    error: 'A connection that is closed has no answer.',
  });
export type FaultRule = z.output<typeof FaultRule>;

/** A rule with its state. */
export type Fault = {
  readonly id: number;
  readonly rule: FaultRule;
  /** Whether it is played: its switch is on and its end has not passed. */
  readonly isOn: boolean;
  /** Whether its end has passed, by the clock of the API. */
  readonly isOver: boolean;
  /** Stays after a restart. */
  readonly isPinned: boolean;
  /** How many requests matched, and for how many it was played. */
  readonly matched: number;
  readonly played: number;
};

/** What is known of a request before it is answered. */
export type FaultRequest = {
  readonly method: string;
  readonly path: string;
  readonly client: string;
  /** Returns the name of the user whose token was sent; null without one. Called only for rules that ask. */
  readonly user: () => string | null;
};

/** What is played for one request. */
export type FaultPlay = Pick<FaultRule, 'name' | 'answer' | 'connection'> & {
  /** Milliseconds to wait first. */
  readonly delay: number;
};

/** Returns when a rule ends; undefined when it does not. */
export function endOf({ until }: FaultRule): Timestamp | undefined {
  return until === undefined ? undefined : parseTimestamp(until);
}
