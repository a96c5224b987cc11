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
import { formOfToday } from '../../model/redirects/redirect-forms.ts';
import {
  type CurrentRule,
  isCleanType,
  normalizeCurrentRule,
} from '../../model/redirects/rules/current-rule.ts';
import type { DocsSite } from '../../model/redirects/rules/missing-page.ts';
import type { WrittenRedirect } from '../../model/redirects/written-redirect.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { createRedirectRecords } from './redirect-records.ts';
import type { RedirectsService } from './redirects.ts';

/** A redirect in the words of today's service. */
export type CurrentRedirect = Omit<Redirect, 'type' | 'fromUrl' | 'toUrl'> &
  CurrentRule & {
    /** Its place among the redirects that today's service shows, from 0: the first is tried first. */
    readonly position: number;
  };

const ALL = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
/** Projects whose redirects are kept at once. */
const CACHE_SIZE = 50;

/**
 * Creates the service of redirects in the words of today's service (live-service.md 5), for maintainers only. It knows no
 * redirect of 2020 that has no form today, and leaves such ones where they are.
 */
export function createCurrentRedirects(context: ServiceContext, redirects: Pick<RedirectsService, 'remove'>) {
  const { store, access, completeOne } = context;
  const records = createRedirectRecords(context);

  /** Those that have a form today, in order. The site changes only the text of a form, not whether there is one. */
  const inOrder = store.memoize(
    CACHE_SIZE,
    (projectId: number): readonly Redirect[] =>
      store.redirects
        .ofProject(projectId, ALL)
        .items.filter((redirect) => formOfToday(redirect, ANY_SITE).rule !== null),
    ['projects.rows', 'redirects.rows'],
  );

  function siteOf(actor: Actor, projectSlug: string): DocsSite & { readonly projectId: number } {
    const { project, place, effectiveDefaultVersion } = completeOne(
      actor,
      access.maintainedProject(actor, projectSlug),
    );
    return { ...place, defaultVersion: effectiveDefaultVersion, projectId: project.id };
  }

  function shown(redirect: Redirect, site: DocsSite, position: number): CurrentRedirect {
    const { rule } = formOfToday(redirect, site);
    if (!rule || position === -1) throw new NotFound();
    return { ...redirect, ...rule, position };
  }

  function get(actor: Actor, projectSlug: string, id: number): CurrentRedirect {
    const redirect = records.require(actor, projectSlug, id);
    return shown(
      redirect,
      siteOf(actor, projectSlug),
      inOrder(redirect.projectId).findIndex((each) => each.id === id),
    );
  }

  /** Makes room for a redirect at a position among those that are shown, and returns its rank. */
  function rankAt(actor: Actor, projectId: number, ownId: number, position: number): number {
    const others = inOrder(projectId).filter(({ id }) => id !== ownId);
    return records.makeRoom(actor, projectId, ownId, others[position]?.id);
  }

  /** @throws BrokenRule when the rule is none that the service takes */
  function checkRule(projectId: number, rule: CurrentRule, ownId: number | undefined): void {
    const error = currentRuleError(rule);
    if (error !== undefined) throw new BrokenRule(error);
    if (!isCleanType(rule.type)) return;
    const isTaken = store.redirects
      .ofProject(projectId, ALL)
      .items.some((other) => other.id !== ownId && formOfToday(other, ANY_SITE).rule?.type === rule.type);
    if (isTaken) throw new BrokenRule(secondCleanRedirectError(rule.type));
  }

  return {
    /** Lists redirects in the order in which they are tried. @throws NotFound @throws Forbidden */
    list(actor: Actor, projectSlug: string, { limit, offset }: PageRequest): Page<CurrentRedirect> {
      const site = siteOf(actor, projectSlug);
      const all = inOrder(site.projectId);
      const items = all
        .slice(offset, offset + limit)
        .map((redirect, at) => shown(redirect, site, offset + at));
      return { count: all.length, items };
    },

    /** @throws NotFound also for one that has no form today @throws Forbidden */
    get,

    /** Adds a redirect, in front unless a position is given. @throws NotFound @throws Forbidden @throws BrokenRule */
    create(actor: Actor, projectSlug: string, body: CurrentRedirectBody): CurrentRedirect {
      return store.change(() => {
        const project = access.maintained(actor, projectSlug);
        const given = { type: body.type, fromUrl: body.from_url ?? '', toUrl: body.to_url ?? '' };
        checkRule(project.id, given, undefined);
        if (inOrder(project.id).length >= MAX_CURRENT_REDIRECTS) throw new BrokenRule(TOO_MANY_REDIRECTS);
        const rank = rankAt(actor, project.id, 0, body.position ?? 0);
        const written = { ...normalizeCurrentRule(given), dialect: 'current', ...optionsOf(body) } as const;
        const redirect = records.add(actor, project.id, written, rank);
        return get(actor, projectSlug, redirect.id);
      });
    },

    /**
     * Changes what the body has; a PUT differs by its required type alone. Words of 2020 that say the same are kept.
     * @throws NotFound @throws Forbidden @throws BrokenRule
     */
    update(actor: Actor, projectSlug: string, id: number, body: CurrentRedirectPatchBody): CurrentRedirect {
      return store.change(() => {
        const rule = get(actor, projectSlug, id);
        const redirect = records.require(actor, projectSlug, id);
        const given = {
          type: body.type ?? rule.type,
          fromUrl: body.from_url === undefined ? rule.fromUrl : (body.from_url ?? ''),
          toUrl: body.to_url === undefined ? rule.toUrl : (body.to_url ?? ''),
        };
        const next = normalizeCurrentRule(given);
        const isSame = (['type', 'fromUrl', 'toUrl'] as const).every((key) => next[key] === rule[key]);
        if (!isSame) checkRule(redirect.projectId, given, id);
        const written = isSame ? {} : ({ ...next, dialect: 'current' } as const);
        const isMoved = body.position !== undefined && body.position !== rule.position;
        const moved = isMoved ? { rank: rankAt(actor, redirect.projectId, id, body.position ?? 0) } : {};
        records.save(actor, redirect, { ...written, ...optionsOf(body), ...moved });
        return get(actor, projectSlug, id);
      });
    },

    /** @throws NotFound also for one that has no form today @throws Forbidden */
    remove(actor: Actor, projectSlug: string, id: number): void {
      get(actor, projectSlug, id);
      redirects.remove(actor, projectSlug, id);
    },
  };
}

export type CurrentRedirectsService = ReturnType<typeof createCurrentRedirects>;

const ANY_SITE: DocsSite = { alias: null, language: 'en', singleVersion: false, defaultVersion: 'latest' };

function optionsOf(body: CurrentRedirectPatchBody): Partial<WrittenRedirect> {
  const { http_status, enabled, force, description } = body;
  return {
    ...(http_status !== undefined && { httpStatus: http_status }),
    // Null is what the service takes for its default.
    ...(enabled !== undefined && { enabled: enabled ?? true }),
    ...(force !== undefined && { force: force ?? false }),
    ...(description !== undefined && { description }),
  };
}
