import { NotFound } from '../../model/base/problems.ts';
import type { Redirect, RedirectBody, RedirectPatchBody } from '../../model/redirects/redirect.ts';
import { formIn2020 } from '../../model/redirects/redirect-forms.ts';
import type { Rule2020 } from '../../model/redirects/rules/rule-2020.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { RedirectsService } from './redirects.ts';

/** A redirect in the words of 2020. */
export type Redirect2020 = Omit<Redirect, 'type' | 'fromUrl' | 'toUrl'> & Rule2020;

/**
 * Creates the redirects of the 2020 dialect, for maintainers only. Those of today are shown in the words of 2020; one
 * that has no such form is absent, and nothing here touches it.
 */
export function createRedirectsOf2020({ store, access }: ServiceContext, redirects: RedirectsService) {
  /** @throws NotFound */
  function inWordsOf2020(redirect: Redirect): Redirect2020 {
    const { rule } = formIn2020(redirect);
    if (!rule) throw new NotFound();
    return { ...redirect, ...rule };
  }

  /** @throws NotFound @throws Forbidden */
  function get(actor: Actor, projectSlug: string, id: number): Redirect2020 {
    return inWordsOf2020(redirects.get(actor, projectSlug, id));
  }

  return {
    /** Lists redirects in matching order: last modified first, unless sorted by hand. @throws NotFound @throws Forbidden */
    list(actor: Actor, projectSlug: string, request: PageRequest): Page<Redirect2020> {
      const project = access.maintained(actor, projectSlug);
      const { count, items } = store.redirects.ofProject(project.id, request, { has2020Form: true });
      return { count, items: items.map(inWordsOf2020) };
    },

    get,

    /** @throws NotFound @throws Forbidden */
    create: (actor: Actor, projectSlug: string, body: RedirectBody): Redirect2020 =>
      inWordsOf2020(redirects.create(actor, projectSlug, body)),

    /** Replaces the whole redirect. @throws NotFound @throws Forbidden */
    replace(actor: Actor, projectSlug: string, id: number, body: RedirectBody): Redirect2020 {
      return store.change(() => {
        get(actor, projectSlug, id);
        return inWordsOf2020(redirects.replace(actor, projectSlug, id, body));
      });
    },

    /** Changes the fields of the body. @throws NotFound @throws Forbidden @throws Invalid */
    update(actor: Actor, projectSlug: string, id: number, body: RedirectPatchBody): Redirect2020 {
      return store.change(() => {
        get(actor, projectSlug, id);
        return inWordsOf2020(redirects.update(actor, projectSlug, id, body));
      });
    },

    /** @throws NotFound @throws Forbidden */
    remove(actor: Actor, projectSlug: string, id: number): void {
      store.change(() => {
        get(actor, projectSlug, id);
        redirects.remove(actor, projectSlug, id);
      });
    },
  };
}
