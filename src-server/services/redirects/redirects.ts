import { NotFound } from '../../model/base/problems.ts';
import {
  checkRedirect,
  type Redirect,
  type RedirectBody,
  type RedirectPatchBody,
} from '../../model/redirects/redirect.ts';
import { formIn2020 } from '../../model/redirects/redirect-forms.ts';
import type { Rule2020 } from '../../model/redirects/rules/rule-2020.ts';
import type { WrittenRedirect } from '../../model/redirects/written-redirect.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { createRedirectRecords } from './redirect-records.ts';

/** The place of a changed redirect: above all others, as in the API of 2020, or where it was. */
export type RedirectPosition = 'top' | 'same';

/**
 * Creates the service of redirects, for maintainers only (behaviour.md 2 and 12). `create`, `replace` and `update` take
 * the words of 2020 and know no redirect that has none there; `add` and `save` take those of either dialect.
 */
export function createRedirects(context: ServiceContext) {
  const { store, access, changes } = context;
  const records = createRedirectRecords(context);

  function requireIn2020(actor: Actor, projectSlug: string, id: number): Redirect & { rule: Rule2020 } {
    const redirect = records.require(actor, projectSlug, id);
    const { rule } = formIn2020(redirect);
    if (!rule) throw new NotFound();
    return { ...redirect, rule };
  }

  /** Keeps the words that a redirect was written in where those of 2020 say the same. */
  function saveIn2020(
    actor: Actor,
    { rule, ...before }: Redirect & { rule: Rule2020 },
    { type, from_url: fromUrl, to_url: toUrl }: RedirectBody,
    position: RedirectPosition,
  ): Redirect {
    const isSame = rule.type === type && rule.fromUrl === fromUrl && rule.toUrl === toUrl;
    const written = isSame ? {} : ({ type, fromUrl, toUrl, dialect: '2020' } as const);
    const rank = position === 'top' ? { rank: rankOnTop(before) } : {};
    return records.save(actor, before, { ...written, ...rank });
  }

  function rankOnTop({ projectId, id }: Redirect): number {
    return records.rankOnTop(projectId, context.clock(), id);
  }

  return {
    /** Lists redirects in matching order: last modified first, unless sorted by hand. @throws NotFound @throws Forbidden */
    list(actor: Actor, projectSlug: string, request: PageRequest): Page<Redirect> {
      const project = access.maintained(actor, projectSlug);
      return store.redirects.ofProject(project.id, request);
    },

    /** @throws NotFound @throws Forbidden */
    get: records.require,

    /** @throws NotFound @throws Forbidden */
    create(actor: Actor, projectSlug: string, body: RedirectBody): Redirect {
      return store.change(() => {
        const project = access.maintained(actor, projectSlug);
        const { type, from_url: fromUrl, to_url: toUrl } = body;
        return records.add(actor, project.id, { type, fromUrl, toUrl, dialect: '2020' });
      });
    },

    /** Adds a redirect in the words of either dialect, above all others. @throws NotFound @throws Forbidden */
    add(actor: Actor, projectSlug: string, written: WrittenRedirect): Redirect {
      return store.change(() => records.add(actor, access.maintained(actor, projectSlug).id, written));
    },

    /** Replaces the whole redirect, which keeps what 2020 has no field for. @throws NotFound @throws Forbidden */
    replace(
      actor: Actor,
      projectSlug: string,
      id: number,
      body: RedirectBody,
      position: RedirectPosition = 'top',
    ): Redirect {
      return store.change(() => saveIn2020(actor, requireIn2020(actor, projectSlug, id), body, position));
    },

    /** Changes the fields of the body; the result must be valid. @throws NotFound @throws Forbidden @throws Invalid */
    update(actor: Actor, projectSlug: string, id: number, body: RedirectPatchBody): Redirect {
      return store.change(() => {
        const before = requireIn2020(actor, projectSlug, id);
        const { type, fromUrl, toUrl } = before.rule;
        const merged = { type, from_url: fromUrl, to_url: toUrl, ...body };
        return saveIn2020(actor, before, checkRedirect(merged), 'top');
      });
    },

    /** Writes a redirect in the words of either dialect; it keeps its place. @throws NotFound @throws Forbidden */
    save(actor: Actor, projectSlug: string, id: number, written: WrittenRedirect): Redirect {
      return store.change(() => records.save(actor, records.require(actor, projectSlug, id), written));
    },

    /**
     * Sorts a project's redirects; the first is tried first. None counts as modified.
     * @throws NotFound @throws Forbidden @throws Conflict unless `ids` names each redirect of the project once
     */
    reorder(actor: Actor, projectSlug: string, ids: readonly number[]): void {
      store.change(() => {
        records.reorder(actor, access.maintained(actor, projectSlug).id, ids);
      });
    },

    /** @throws NotFound @throws Forbidden */
    remove(actor: Actor, projectSlug: string, id: number): void {
      store.change(() => {
        const redirect = records.require(actor, projectSlug, id);
        store.redirects.remove(id);
        changes.recordRemoved(actor, 'redirect.delete', redirect);
      });
    },
  };
}

export type RedirectsService = ReturnType<typeof createRedirects>;
