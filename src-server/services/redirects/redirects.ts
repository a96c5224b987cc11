import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import {
  checkRedirect,
  ORDER_IS_OUTDATED,
  type Redirect,
  type RedirectBody,
  type RedirectPatchBody,
} from '../../model/redirects/redirect.ts';
import { formIn2020 } from '../../model/redirects/redirect-forms.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { RedirectRank } from '../../store/tables/redirects/redirects.ts';
import type { Actor } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** The place of a changed redirect: above all others, as in the API, or where it was. */
export type RedirectPosition = 'top' | 'same';

/** Creates the service of redirects, for maintainers only (behaviour.md 2 and 12). */
export function createRedirects(context: ServiceContext) {
  const { store, access, changes, clock } = context;

  function requireRedirect(actor: Actor, projectSlug: string, id: number): Redirect {
    const project = access.maintained(actor, projectSlug);
    const redirect = store.redirects.byId(id);
    if (redirect?.projectId !== project.id) throw new NotFound();
    return redirect;
  }

  /** Returns the rank above all others: the last modified comes first (behaviour.md 12), also after sorting by hand. */
  function rankOnTop(projectId: number, modified: Timestamp, exceptId: number): number {
    return Math.max(modified, (store.redirects.topRank(projectId, exceptId) ?? 0) + 1);
  }

  function save(actor: Actor, before: Redirect, body: RedirectBody, position: RedirectPosition): Redirect {
    const modified = clock();
    const after: Redirect = {
      ...before,
      // The body is written in the words of 2020, whatever the redirect was written in.
      ...{ type: body.type, fromUrl: body.from_url, toUrl: body.to_url, dialect: '2020' },
      has2020Form: before.enabled,
      modified,
      rank: position === 'top' ? rankOnTop(before.projectId, modified, before.id) : before.rank,
    };
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
  }

  /**
   * Sorts a project's redirects; the first is tried first. None counts as modified.
   * @throws NotFound @throws Forbidden @throws Conflict unless `ids` names each redirect of the project once
   */
  function reorder(actor: Actor, projectSlug: string, ids: readonly number[]): void {
    store.change(() => {
      const project = access.maintained(actor, projectSlug);
      const before = store.redirects.ranksOf(project.id);
      const known = new Set(before.map(({ id }) => id));
      const isComplete = ids.length === known.size && new Set(ids).size === known.size;
      if (!isComplete || !ids.every((id) => known.has(id))) throw new Conflict(ORDER_IS_OUTDATED);
      const moved = movedRanks(before, ids);
      if (moved.length === 0) return;
      for (const { id, rank } of moved) store.redirects.setRank(id, rank);
      const previousRanks = new Map(before.map(({ id, rank }) => [id, rank]));
      changes.record(actor, {
        action: 'redirect.reorder',
        projectId: project.id,
        before: { ranks: moved.map(({ id }) => ({ id, rank: previousRanks.get(id) ?? 0 })) },
        after: { ranks: moved.map(({ id, rank }) => ({ id, rank })) },
      });
    });
  }

  return {
    /** Lists redirects in matching order: last modified first, unless sorted by hand. @throws NotFound @throws Forbidden */
    list(actor: Actor, projectSlug: string, request: PageRequest): Page<Redirect> {
      const project = access.maintained(actor, projectSlug);
      return store.redirects.ofProject(project.id, request);
    },

    /** @throws NotFound @throws Forbidden */
    get: requireRedirect,

    /** @throws NotFound @throws Forbidden */
    create(actor: Actor, projectSlug: string, body: RedirectBody): Redirect {
      return store.change(() => {
        const project = access.maintained(actor, projectSlug);
        const now = clock();
        const redirect = store.redirects.insert({
          projectId: project.id,
          type: body.type,
          fromUrl: body.from_url,
          toUrl: body.to_url,
          created: now,
          modified: now,
          rank: rankOnTop(project.id, now, 0),
        });
        changes.recordCreated(actor, 'redirect.create', redirect);
        return redirect;
      });
    },

    /** Replaces the whole redirect. At the desk it keeps its place. @throws NotFound @throws Forbidden */
    replace(
      actor: Actor,
      projectSlug: string,
      id: number,
      body: RedirectBody,
      position: RedirectPosition = 'top',
    ): Redirect {
      return store.change(() => save(actor, requireRedirect(actor, projectSlug, id), body, position));
    },

    /** Changes the fields of the body; the result must be valid. @throws NotFound @throws Forbidden @throws Invalid */
    update(actor: Actor, projectSlug: string, id: number, body: RedirectPatchBody): Redirect {
      return store.change(() => {
        const before = requireRedirect(actor, projectSlug, id);
        const { rule } = formIn2020(before);
        if (!rule) throw new NotFound();
        const merged = { type: rule.type, from_url: rule.fromUrl, to_url: rule.toUrl, ...body };
        return save(actor, before, checkRedirect(merged), 'top');
      });
    },

    reorder,

    /** Moves a redirect directly before or behind another one of its project. @throws NotFound @throws Forbidden */
    moveTo(
      actor: Actor,
      projectSlug: string,
      id: number,
      place: { readonly before: number } | { readonly after: number },
    ): void {
      const project = access.maintained(actor, projectSlug);
      const ids = store.redirects.ranksOf(project.id).map((each) => each.id);
      const others = ids.filter((each) => each !== id);
      const at = 'before' in place ? others.indexOf(place.before) : others.indexOf(place.after) + 1;
      reorder(actor, projectSlug, [...others.slice(0, at), id, ...others.slice(at)]);
    },

    /** @throws NotFound @throws Forbidden */
    remove(actor: Actor, projectSlug: string, id: number): void {
      store.change(() => {
        const redirect = requireRedirect(actor, projectSlug, id);
        store.redirects.remove(id);
        changes.recordRemoved(actor, 'redirect.delete', redirect);
      });
    },
  };
}

export type RedirectsService = ReturnType<typeof createRedirects>;

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
