import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { ORDER_IS_OUTDATED, REDIRECT_DEFAULTS, type Redirect } from '../../model/redirects/redirect.ts';
import { formIn2020 } from '../../model/redirects/redirect-forms.ts';
import type { WrittenRedirect } from '../../model/redirects/written-redirect.ts';
import type { RedirectRank } from '../../store/tables/redirects/redirects.ts';
import type { Actor } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** Fields of a redirect that a change sets. */
export type ChangedRedirect = Partial<WrittenRedirect & Pick<Redirect, 'rank'>>;

/** Creates what the services of redirects of both dialects share. Changes run in the caller's transaction. */
export function createRedirectRecords({ store, access, changes, clock }: ServiceContext) {
  /** Returns the rank above all others: the last modified comes first (behaviour.md 12), also after sorting by hand. */
  function rankOnTop(projectId: number, modified: Timestamp, exceptId: number): number {
    return Math.max(modified, (store.redirects.topRank(projectId, exceptId) ?? 0) + 1);
  }

  /** Gives redirects their new ranks, and records which they had. */
  function setRanks(
    actor: Actor,
    projectId: number,
    before: readonly RedirectRank[],
    moved: readonly RedirectRank[],
  ) {
    if (moved.length === 0) return;
    for (const { id, rank } of moved) store.redirects.setRank(id, rank);
    const previousRanks = new Map(before.map(({ id, rank }) => [id, rank]));
    changes.record(actor, {
      action: 'redirect.reorder',
      projectId,
      before: { ranks: moved.map(({ id }) => ({ id, rank: previousRanks.get(id) ?? 0 })) },
      after: { ranks: moved.map(({ id, rank }) => ({ id, rank })) },
    });
  }

  return {
    rankOnTop,

    /** @throws NotFound @throws Forbidden */
    require(actor: Actor, projectSlug: string, id: number): Redirect {
      const project = access.maintained(actor, projectSlug);
      const redirect = store.redirects.byId(id);
      if (redirect?.projectId !== project.id) throw new NotFound();
      return redirect;
    },

    /** Adds a redirect, above all others unless it gets a rank. */
    add(actor: Actor, projectId: number, written: WrittenRedirect, ownRank?: number): Redirect {
      const now = clock();
      const rank = ownRank ?? rankOnTop(projectId, now, 0);
      const whole = { ...REDIRECT_DEFAULTS, ...written, projectId, created: now, modified: now, rank };
      const redirect = store.redirects.insert({ ...whole, has2020Form: formIn2020(whole).rule !== null });
      changes.recordCreated(actor, 'redirect.create', redirect);
      return redirect;
    },

    /** Changes a redirect; it counts as modified also when nothing differs. */
    save(actor: Actor, before: Redirect, changed: ChangedRedirect): Redirect {
      const next = { ...before, ...changed, modified: clock() };
      const after: Redirect = { ...next, has2020Form: formIn2020(next).rule !== null };
      store.redirects.update(after);
      const changedFields = difference(before, after);
      if (changedFields)
        changes.record(actor, {
          action: 'redirect.update',
          subjectId: after.id,
          projectId: after.projectId,
          ...changedFields,
        });
      return after;
    },

    /** Sorts the redirects of a project. @throws Conflict unless `ids` names each of them once */
    reorder(actor: Actor, projectId: number, ids: readonly number[]): void {
      const before = store.redirects.ranksOf(projectId);
      const known = new Set(before.map(({ id }) => id));
      const isComplete = ids.length === known.size && new Set(ids).size === known.size;
      if (!isComplete || !ids.every((id) => known.has(id))) throw new Conflict(ORDER_IS_OUTDATED);
      setRanks(actor, projectId, before, movedRanks(before, ids));
    },

    /**
     * Makes room for a redirect above `nextId`, or below all others without one, and returns its rank. Moves others only
     * where no rank is free between its neighbours. `ownId` is 0 for a new one.
     */
    makeRoom(actor: Actor, projectId: number, ownId: number, nextId: number | undefined): number {
      const before = store.redirects.ranksOf(projectId);
      const others = before.filter(({ id }) => id !== ownId);
      const at = others.findIndex(({ id }) => id === nextId);
      if (at === 0) return rankOnTop(projectId, clock(), ownId);
      const last = others.at(-1);
      if (at === -1) return last ? last.rank - 1 : clock();
      const rank = (others[at]?.rank ?? 0) + 1;
      setRanks(actor, projectId, before, raisedRanks(others.slice(0, at), rank));
      return rank;
    },
  };
}

export type RedirectRecords = ReturnType<typeof createRedirectRecords>;

/** Returns the ranks that change when `before` is sorted in the order of `ids`; the existing ranks are reused. */
function movedRanks(before: readonly RedirectRank[], ids: readonly number[]): RedirectRank[] {
  if (before.every(({ id }, index) => id === ids[index])) return [];
  const ranks = before.map(({ rank }) => rank);
  // Redirects that were loaded together have the same time and rank; an order needs distinct ranks.
  for (let index = ranks.length - 2; index >= 0; index--) {
    ranks[index] = Math.max(ranks[index] ?? 0, (ranks[index + 1] ?? 0) + 1);
  }
  const previousRanks = new Map(before.map(({ id, rank }) => [id, rank]));
  return ids
    .map((id, index) => ({ id, rank: ranks[index] ?? 0 }))
    .filter(({ id, rank }) => previousRanks.get(id) !== rank);
}

/** Returns the new ranks of those at the end of `above` that are not above a rank. */
function raisedRanks(above: readonly RedirectRank[], rank: number): RedirectRank[] {
  const raised: RedirectRank[] = [];
  let below = rank;
  for (const each of above.toReversed()) {
    if (each.rank > below) break;
    below += 1;
    raised.push({ id: each.id, rank: below });
  }
  return raised;
}
