import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import { Invalid, Problem } from '../../model/base/problems.ts';
import type { Redirect } from '../../model/redirects/redirect.ts';
import {
  REDIRECT_IMPORT_MAX,
  REDIRECT_IMPORT_MODES,
  RedirectDraft,
} from '../../model/redirects/redirect-file.ts';
import type { ListedRule } from '../../model/redirects/redirect-trace.ts';
import type { DocsSite } from '../../model/redirects/rules/missing-page.ts';
import { parseTestUrl } from '../../model/redirects/test-url.ts';
import {
  WrittenBody,
  type WrittenRedirect,
  writtenRedirect,
} from '../../model/redirects/written-redirect.ts';
import type { Actor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { change, type DeskContext, procedure, router } from '../procedure.ts';

const Slug = z.object({ slug: z.string() });
const One = Slug.extend({ id: z.int() });
/** Checked by the service's own rules, which name the errors of each field. */
const Fields = RedirectDraft;
const Import = Slug.extend({
  drafts: z.array(RedirectDraft).max(REDIRECT_IMPORT_MAX),
  mode: z.enum(REDIRECT_IMPORT_MODES),
});
/** A rule that is not saved yet; `id` is null for a new one, which is tried first. */
const Draft = z.object({ id: z.int().nullable(), body: Fields });
const ALL_ROWS = { limit: 1_000_000, offset: 0 };
/** How many versions the examples of a redirect use. */
const MAX_VERSIONS = 2;

/** Gives a redirect as it was written; the window finds its words in the other dialect. */
function view({ projectId: _, rank: __, has2020Form: ___, ...redirect }: Redirect) {
  return redirect;
}

function read(body: z.infer<typeof Fields>): WrittenRedirect {
  return writtenRedirect(parseBody(WrittenBody, body));
}

async function traceFor(
  { services, environment, actor }: DeskContext,
  slug: string,
  address: string,
  drafts: readonly z.infer<typeof Draft>[] = [],
) {
  // Redirects are for maintainers only.
  const { items } = services.redirects.list(actor, slug, ALL_ROWS);
  const { project, place } = services.projects.get(actor, slug);
  const testUrl = parseTestUrl(address, slug, place.domain.slice(place.domain.indexOf('.') + 1));
  if (typeof testUrl === 'string') throw new Invalid({ address: [testUrl] });
  const rules = drafts.length === 0 ? undefined : withDrafts(items, drafts);
  const { host, url, insteadOf, isElsewhere } = testUrl;
  const draft = rules && { projectId: project.id, rules };
  const { steps, end } = await environment.traceRedirects({ host, url, ...(draft && { draft }) });
  const isMaintained = (other: string) => other === slug || maintains(services, actor, other);
  const visibleSteps = steps.map((step) =>
    step.rules && !isMaintained(step.rules.project.slug) ? { ...step, rules: null } : step,
  );
  return { url: `http://${host}${url}`, insteadOf, isElsewhere, steps: visibleSteps, end };
}

function withDrafts(rules: readonly Redirect[], drafts: readonly z.infer<typeof Draft>[]): ListedRule[] {
  const edited = drafts.map(({ id, body }): ListedRule => ({ id, ...read(body) }));
  const changed = new Map(edited.map((rule) => [rule.id, rule]));
  // What a draft does not say stays as it is saved.
  const withDraft = (rule: Redirect): ListedRule => ({ ...rule, ...changed.get(rule.id) });
  return [...edited.filter(({ id }) => id === null), ...rules.map(withDraft)];
}

function maintains(services: Services, actor: Actor, slug: string): boolean {
  try {
    services.redirects.list(actor, slug, { limit: 1, offset: 0 });
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** The redirects of a project. */
export const redirectsRouter = router({
  /** Returns the rules in the order in which they are tried, with what they are resolved against. */
  list: procedure.input(Slug).query(({ ctx: { services, actor }, input: { slug } }) =>
    services.read(() => {
      const { items } = services.redirects.list(actor, slug, ALL_ROWS);
      const { place, effectiveDefaultVersion } = services.projects.get(actor, slug);
      const { alias, language, singleVersion, omitsLanguage } = place;
      const site: DocsSite = {
        alias,
        language,
        singleVersion,
        omitsLanguage,
        defaultVersion: effectiveDefaultVersion,
      };
      const active = services.versionList.get(actor, slug).rows.filter((version) => version.active);
      const versions = [effectiveDefaultVersion, ...active.map((version) => version.slug)];
      return { rules: items.map(view), site, versions: [...new Set(versions)].slice(0, MAX_VERSIONS) };
    }),
  ),

  add: procedure
    .input(Slug.extend({ body: Fields }))
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, body } }) =>
        view(services.redirects.add(actor, slug, read(body))),
      ),
    ),
  /** Changes a rule, which keeps its place. */
  save: procedure
    .input(One.extend({ body: Fields }))
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, id, body } }) =>
        view(services.redirects.save(actor, slug, id, read(body))),
      ),
    ),
  remove: procedure
    .input(One)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, id } }) =>
        services.redirects.remove(actor, slug, id),
      ),
    ),
  /** Removes several rules as one change. */
  removeSeveral: procedure
    .input(Slug.extend({ ids: z.array(z.int()).min(1) }))
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, ids } }) =>
        services.bulkRedirects.remove(actor, slug, ids),
      ),
    ),
  /** Sorts the rules: `ids` has all of them, the first to be tried first. */
  sort: procedure
    .input(Slug.extend({ ids: z.array(z.int()) }))
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, ids } }) =>
        services.redirects.reorder(actor, slug, ids),
      ),
    ),

  /** Traces what a reader gets at an address; `draft` has rules that are not saved yet. */
  trace: procedure
    .input(Slug.extend({ address: z.string(), draft: z.array(Draft).max(REDIRECT_IMPORT_MAX).optional() }))
    .query(({ ctx, input: { slug, address, draft } }) => traceFor(ctx, slug, address, draft)),

  previewImport: procedure
    .input(Import)
    .query(({ ctx: { services, actor }, input: { slug, drafts, mode } }) =>
      services.bulkRedirects.preview(actor, slug, drafts, mode),
    ),
  import: procedure
    .input(Import)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, drafts, mode } }) =>
        services.bulkRedirects.apply(actor, slug, drafts, mode),
      ),
    ),
});
