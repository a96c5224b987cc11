import type { Remote } from '../../model/sync/remote.ts';
import type { Actor } from '../../services/kernel/actor.ts';
import type { Budget } from '../client/budget.ts';
import type { RunServices } from '../run-services.ts';
import { pullRequests } from './pull-cost.ts';

/** What a pull will cost, said before it begins. */
export type PullCost = {
  readonly projects: number;
  /** At most, when nothing fails. */
  readonly requests: number;
  /** Milliseconds, roughly. */
  readonly ms: number;
};
/** What is measured; without slugs, what was chosen. */
export type PullQuestion = { readonly full: boolean; readonly slugs?: readonly string[] | undefined };

/** How long an answer takes where nothing limits requests. */
const ANSWER_MS = 100;
const BATCH = 1000;

/** Measures a pull from the catalogue. */
export function measurePull(
  { remotes }: Pick<RunServices, 'remotes'>,
  actor: Actor,
  remote: Remote,
  budget: Budget,
  { full, slugs }: PullQuestion,
): PullCost {
  const chosen = new Set<string>();
  const parents = new Set<string>();
  for (let after = 0; ; ) {
    const batch = remotes.toPull(actor, remote.id, { after, limit: BATCH, ...(slugs && { slugs }) });
    for (const { slug, parent } of batch) {
      chosen.add(slug);
      if (parent !== null) parents.add(parent);
    }
    after = batch.at(-1)?.key ?? after;
    if (batch.length < BATCH) break;
  }
  const account = remotes.catalogue(actor, remote.id, {}, { limit: 1, offset: 0 }).count;
  return costOf(budget, {
    ...{ account, projects: chosen.size, full: full || slugs !== undefined },
    parents: [...parents].filter((slug) => chosen.has(slug)).length,
  });
}

/** Returns the cost of a pull of this size. */
export function costOf(budget: Budget, size: Parameters<typeof pullRequests>[0]): PullCost {
  const requests = pullRequests(size);
  return { projects: size.projects, requests, ms: Math.max(budget.timeFor(requests), requests * ANSWER_MS) };
}
