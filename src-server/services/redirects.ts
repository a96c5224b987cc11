import { NotFound } from '../model/problems.ts';
import {
  checkRedirect,
  type Redirect,
  type RedirectBody,
  type RedirectPatchBody,
} from '../model/redirect.ts';
import type { Page, PageRequest } from '../store/list-page.ts';
import type { Actor } from './actor.ts';
import { difference } from './changes.ts';
import type { ServiceContext } from './context.ts';

/** Redirect rules of a project; all for its maintainers only (behaviour.md 2 and 12). */
export function createRedirects(context: ServiceContext) {
  const { store, access, changes, clock } = context;

  function own(actor: Actor, projectSlug: string, id: number): Redirect {
    const project = access.maintained(actor, projectSlug);
    const redirect = store.redirects.byId(id);
    if (redirect?.projectId !== project.id) throw new NotFound();
    return redirect;
  }

  function save(actor: Actor, before: Redirect, body: RedirectBody): Redirect {
    const after: Redirect = {
      ...before,
      type: body.type,
      fromUrl: body.from_url,
      toUrl: body.to_url,
      modified: clock(),
    };
    store.redirects.update(after);
    const what = difference(before, after);
    if (what)
      changes.record(actor, {
        action: 'redirect.update',
        subjectId: after.id,
        projectId: after.projectId,
        ...what,
      });
    return after;
  }

  return {
    /** Last modified first. @throws NotFound @throws Forbidden */
    list(actor: Actor, projectSlug: string, request: PageRequest): Page<Redirect> {
      const project = access.maintained(actor, projectSlug);
      return store.redirects.ofProject(project.id, request);
    },

    /** @throws NotFound @throws Forbidden */
    get: own,

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
        });
        changes.record(actor, {
          action: 'redirect.create',
          subjectId: redirect.id,
          projectId: project.id,
          after: { ...redirect },
        });
        return redirect;
      });
    },

    /** Replaces the whole rule. @throws NotFound @throws Forbidden */
    replace(actor: Actor, projectSlug: string, id: number, body: RedirectBody): Redirect {
      return store.change(() => save(actor, own(actor, projectSlug, id), body));
    },

    /** Changes what the body names; the outcome has to be a whole rule. @throws NotFound @throws Forbidden @throws Invalid */
    update(actor: Actor, projectSlug: string, id: number, body: RedirectPatchBody): Redirect {
      return store.change(() => {
        const before = own(actor, projectSlug, id);
        const merged = { type: before.type, from_url: before.fromUrl, to_url: before.toUrl, ...body };
        return save(actor, before, checkRedirect(merged));
      });
    },

    /** @throws NotFound @throws Forbidden */
    remove(actor: Actor, projectSlug: string, id: number): void {
      store.change(() => {
        const redirect = own(actor, projectSlug, id);
        store.redirects.remove(id);
        changes.record(actor, {
          action: 'redirect.delete',
          subjectId: id,
          projectId: redirect.projectId,
          before: { ...redirect },
        });
      });
    },
  };
}

export type RedirectsService = ReturnType<typeof createRedirects>;
