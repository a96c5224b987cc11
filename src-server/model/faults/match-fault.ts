import { RE2JS } from 're2js';
import { createRateLimit } from '../base/rate-limit.ts';
import type { Clock } from '../base/timestamp.ts';
import { endOf, type FaultPlay, type FaultRequest, type FaultRule } from './fault-rule.ts';

type Answer = NonNullable<FaultRule['answer']>;

/** Tells whether a rule is about a request. */
export type FaultMatcher = (request: FaultRequest) => boolean;

/** Compiles a rule's `match`. The expression takes time in proportion to the path, whatever the glob. */
export function compileMatch({ match }: FaultRule): FaultMatcher {
  const { method, client } = match;
  const path = match.path === undefined ? undefined : RE2JS.compile(globToExpression(match.path));
  const wantedClient = client?.toLowerCase();
  return (request) =>
    (method === undefined || method === request.method) &&
    (path === undefined || path.matches(request.path)) &&
    (wantedClient === undefined || request.client.toLowerCase().includes(wantedClient)) &&
    (match.user === undefined || match.user === request.user());
}

/** Returns the expression of a glob: `*` and `?` stay within a part of the path, `**` does not. */
export function globToExpression(glob: string): string {
  return glob.replace(/\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : RE2JS.quote(part);
  });
}

/** Chooses for which of the requests that match a rule is played: in the order in which they come. */
export function createFaultCounter(rule: FaultRule, random: () => number, clock: Clock) {
  const next = rule.seed === undefined ? random : seededRandom(rule.seed);
  const end = endOf(rule);
  const countMinute = createRateLimit(clock);
  let matched = 0;
  let played = 0;

  /** Whether it is the turn of a request that matches, which counts it. */
  function isItsTurn(): boolean {
    if (end !== undefined && clock() >= end) return false;
    if (rule.hits !== undefined && played >= rule.hits) return false;
    matched += 1;
    const turn = matched - (rule.after ?? 0);
    if (turn < 1 || turn % (rule.every ?? 1) !== 0) return false;
    return rule.probability === undefined || next() < rule.probability;
  }

  return {
    counts: () => ({ matched, played }),

    /** Counts a request that matches; returns what is played for it, or undefined. */
    count({ user }: FaultRequest): FaultPlay | undefined {
      if (!isItsTurn()) return undefined;
      const { name, connection, perMinute } = rule;
      let { answer } = rule;
      if (perMinute) {
        const caller = user();
        const wait = countMinute(caller ?? '', caller === null ? perMinute.anonymous : perMinute.user);
        if (wait === undefined) return undefined;
        answer = answer && withWait(answer, wait);
      }
      played += 1;
      return { name, answer, connection, delay: delayOf(rule, next) };
    },
  };
}

/** Says in an answer how long to wait: in its header, and where its body says `{seconds}`. */
function withWait(answer: Answer, seconds: number): Answer {
  const text = JSON.stringify(answer.body ?? null).replaceAll('{seconds}', String(seconds));
  return { ...answer, body: JSON.parse(text) as Answer['body'], retryAfter: seconds };
}

export type FaultCounter = ReturnType<typeof createFaultCounter>;

function delayOf({ delay }: FaultRule, random: () => number): number {
  if (!delay) return 0;
  return 'ms' in delay ? delay.ms : delay.from + random() * (delay.to - delay.from);
}

/** Returns numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
