import { BrokenRule, NotFound } from '../../model/base/problems.ts';
import {
  type CurrentRedirectBody,
  type CurrentRedirectPatchBody,
  currentRuleError,
  MAX_CURRENT_REDIRECTS,
  secondCleanRedirectError,
  TOO_MANY_REDIRECTS,
} from '../../model/redirects/current-redirect-body.ts';
import type { Redirect } from '../../model/redirects/redirect.ts';
import { formIn2020, formOfToday } from '../../model/redirects/redirect-forms.ts';
import {
  type CurrentRule,
  isCleanType,
  normalizeCurrentRule,
} from '../../model/redirects/rules/current-rule.ts';
import type { DocsSite } from '../../model/redirects/rules/missing-page.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { Actor } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { RedirectsService } from './redirects.ts';

/** A redirect in the words of today's service. */
export type CurrentRedirect = Omit<Redirect, 'type' | 'fromUrl' | 'toUrl'> &
  CurrentRule & {
    /** Place in the order of trial, from 0. */
    readonly position: number;
  };

const ALL: PageRequest = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/**
 * Creates the redirects of today's service (live-service.md 5), for maintainers only. Those of 2020 are shown in today's
 * words; one that has no such form is absent, and nothing here touches it.
 */
export function createCurrentRedirects(
  context: ServiceContext,
  redirects: Pick<RedirectsService, 'moveTo' | 'remove'>,
) {
  const { store, access, changes, clock, completeOne } = context;

  /** Lists the redirects of a project that have a form today, in their order. @throws NotFound @throws Forbidden */
  function listed(actor: Actor, projectSlug: string): CurrentRedirect[] {
    const { project, place, effectiveDefaultVersion } = completeOne(
      actor,
      access.maintainedProject(actor, projectSlug),
    );
    const site: DocsSite = { ...place, defaultVersion: effectiveDefaultVersion };
    return store.redirects
      .ofProject(project.id, ALL)
      .items.flatMap((redirect) => {
        const { rule } = formOfToday(redirect, site);
        return rule ? [{ ...redirect, ...rule }] : [];
      })
      .map((redirect, position) => ({ ...redirect, position }));
  }

  /** @throws NotFound @throws Forbidden */
  function get(actor: Actor, projectSlug: string, id: number): CurrentRedirect {
    const redirect = listed(actor, projectSlug).find((each) => each.id === id);
    if (!redirect) throw new NotFound();
    return redirect;
  }

  /** @throws BrokenRule */
  function checkedRule(rule: CurrentRule, others: readonly CurrentRedirect[]): CurrentRule {
    const error = currentRuleError(rule);
    if (error !== undefined) throw new BrokenRule(error);
    if (isCleanType(rule.type) && others.some(({ type }) => type === rule.type))
      throw new BrokenRule(secondCleanRedirectError(rule.type));
    return normalizeCurrentRule(rule);
  }

  /** Moves a redirect before the one that has this position among the others; beyond the last one, behind it. */
  function move(actor: Actor, projectSlug: string, id: number, position: number): void {
    const others = listed(actor, projectSlug).filter((each) => each.id !== id);
    const next = others[position];
    const previous = others.at(-1);
    if (next) redirects.moveTo(actor, projectSlug, id, { before: next.id });
    else if (previous) redirects.moveTo(actor, projectSlug, id, { after: previous.id });
  }

  function save(
    actor: Actor,
    projectSlug: string,
    id: number,
    body: CurrentRedirectPatchBody,
  ): CurrentRedirect {
    return store.change(() => {
      const all = listed(actor, projectSlug);
      const shown = all.find((each) => each.id === id);
      const before = store.redirects.byId(id);
      if (!shown || !before) throw new NotFound();
      const rule = {
        type: body.type ?? shown.type,
        fromUrl: body.from_url === undefined ? shown.fromUrl : (body.from_url ?? ''),
        toUrl: body.to_url === undefined ? shown.toUrl : (body.to_url ?? ''),
      };
      const others = all.filter((each) => each.id !== id);
      const checked = checkedRule(rule, others);
      const isRewritten = (['type', 'fromUrl', 'toUrl'] as const).some((key) => checked[key] !== shown[key]);
      const written = isRewritten ? { ...checked, dialect: 'current' as const } : {};
      const after = withForm({ ...before, ...written, ...options(body, before), modified: clock() });
      store.redirects.update(after);
      const changedFields = difference(before, after);
      if (changedFields)
        changes.record(actor, {
          action: 'redirect.update',
          subjectId: id,
          projectId: after.projectId,
          ...changedFields,
        });
      if (body.position !== undefined && body.position !== shown.position)
        move(actor, projectSlug, id, body.position);
      return get(actor, projectSlug, id);
    });
  }

  return {
    /** Lists redirects in the order of trial. @throws NotFound @throws Forbidden */
    list(actor: Actor, projectSlug: string, { limit, offset }: PageRequest): Page<CurrentRedirect> {
      const all = listed(actor, projectSlug);
      return { count: all.length, items: all.slice(offset, offset + limit) };
    },

    get,

    /** Creates a redirect, in front unless a position is given. @throws NotFound @throws Forbidden @throws BrokenRule */
    create(actor: Actor, projectSlug: string, body: CurrentRedirectBody): CurrentRedirect {
      return store.change(() => {
        const project = access.maintained(actor, projectSlug);
        const others = listed(actor, projectSlug);
        const rule = checkedRule(
          { type: body.type, fromUrl: body.from_url ?? '', toUrl: body.to_url ?? '' },
          others,
        );
        if (others.length >= MAX_CURRENT_REDIRECTS) throw new BrokenRule(TOO_MANY_REDIRECTS);
        const now = clock();
        const top = store.redirects.topRank(project.id, 0) ?? 0;
        const options2020 = { description: null, enabled: true, force: false, httpStatus: 302 } as const;
        const { id, ...redirect } = withForm({
          ...{ id: 0, projectId: project.id, created: now, modified: now, rank: Math.max(now, top + 1) },
          ...{ ...rule, dialect: 'current' as const, has2020Form: true },
          ...options(body, options2020),
        });
        const created = store.redirects.insert(redirect);
        changes.recordCreated(actor, 'redirect.create', created);
        if (body.position) move(actor, projectSlug, created.id, body.position);
        return get(actor, projectSlug, created.id);
      });
    },

    /** Changes what the body has; a PUT differs by its required type alone. @throws NotFound @throws BrokenRule */
    update: save,

    /** @throws NotFound also for one that has no form today @throws Forbidden */
    remove(actor: Actor, projectSlug: string, id: number): void {
      store.change(() => {
        get(actor, projectSlug, id);
        redirects.remove(actor, projectSlug, id);
      });
    },
  };
}

export type CurrentRedirectsService = ReturnType<typeof createCurrentRedirects>;

type Options = Pick<Redirect, 'description' | 'enabled' | 'force' | 'httpStatus'>;

/** Returns the options of a body; null is what the service takes for its default. */
function options(body: CurrentRedirectPatchBody, before: Options): Options {
  return {
    description: body.description === undefined ? before.description : body.description,
    enabled: body.enabled === undefined ? before.enabled : (body.enabled ?? true),
    force: body.force === undefined ? before.force : (body.force ?? false),
    httpStatus: body.http_status ?? before.httpStatus,
  };
}

function withForm(redirect: Redirect): Redirect {
  return { ...redirect, has2020Form: formIn2020(redirect).rule !== null };
}
