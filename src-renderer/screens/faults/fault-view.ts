import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { formatCount, pluralize } from '../../ui/format.ts';

/** A fault rule with its state and counts, as the desk returns it. */
export type FaultView = inferRouterOutputs<DeskRouter>['faults']['list'][number];
type Rule = FaultView['rule'];

/** Says which requests a rule is about, in three parts: `GET to `, `/api/v3/**` and `, by mira`. */
export function formatMatch({ match: { method: wanted, path, user, client } }: Rule) {
  const method: string = wanted ?? 'Any request';
  const by = user === undefined ? '' : `, by ${user}`;
  const from = client === undefined ? '' : `, from ${client}`;
  return { method: path === undefined ? method : `${method} to `, path: path ?? '', callers: by + from };
}

/** Says what a rule does: `answers 503, Retry-After 120 s`. */
export function formatEffect({ answer, delay, connection }: Rule): string {
  const parts: string[] = [];
  if (delay) parts.push(`waits ${formatDelay(delay)}`);
  if (answer) parts.push(`answers ${answer.status}`);
  if (answer?.retryAfter !== undefined) parts.push(`Retry-After ${answer.retryAfter} s`);
  if (connection === 'close') parts.push('hangs up');
  if (connection === 'cut') parts.push('cuts the answer in the middle');
  return parts.join(', ');
}

/** Says when a rule has its turn; empty for each time: `after 60 requests, at most 5 times`. */
export function formatTurns({ after, every, perMinute, probability, hits, until }: Rule): string {
  const parts: string[] = [];
  if (after !== undefined && after > 0) parts.push(`after ${pluralize(after, 'request')}`);
  if (every !== undefined && every > 1) parts.push(`1 in ${formatCount(every)}`);
  if (perMinute !== undefined)
    parts.push(`beyond ${perMinute.user} a minute by one user, ${perMinute.anonymous} without a token`);
  if (probability !== undefined) parts.push(`${Math.round(probability * 1000) / 10} % by chance`);
  if (hits !== undefined) parts.push(`at most ${pluralize(hits, 'time')}`);
  if (until !== undefined) parts.push(`until ${until}`);
  return parts.join(', ');
}

function formatDelay(delay: NonNullable<Rule['delay']>): string {
  if ('ms' in delay) return formatMilliseconds(delay.ms);
  return `${formatMilliseconds(delay.from)} to ${formatMilliseconds(delay.to)}`;
}

function formatMilliseconds(ms: number): string {
  return ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`;
}
