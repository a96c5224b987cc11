import { parseBody } from '../../model/base/fields.ts';
import { type FieldErrors, Invalid } from '../../model/base/problems.ts';
import { type Redirect, RedirectBody } from '../../model/redirects/redirect.ts';
import type { RedirectDraft, RedirectImportMode } from '../../model/redirects/redirect-file.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { RedirectsService } from './redirects.ts';

/** One redirect of a file, or one that would go. */
export type RedirectItem = {
  readonly outcome: 'add' | 'same' | 'refused' | 'remove';
  /** As the file gives it, so that a wrong one can be found there. */
  readonly type: string;
  readonly fromUrl: string;
  readonly toUrl: string;
  /** Why it is refused or left out; '' otherwise. */
  readonly note: string;
};

/** What an import does, or did: the redirects of the file in its order, then those that go. */
export type RedirectReport = { readonly items: readonly RedirectItem[] };

type Planned = { readonly item: RedirectItem; readonly body?: RedirectBody; readonly known?: Redirect };

/**
 * Redirects from a file. `add` puts those that are new above the others, in the file's order; `replace` makes the file's
 * redirects the project's, in the file's order. The preview only reads; the change is one transaction and leaves out
 * what is refused.
 */
export function createBulkRedirects(context: ServiceContext, redirects: RedirectsService) {
  const { store, access } = context;

  function all(actor: Actor, slug: string): readonly Redirect[] {
    access.maintained(actor, slug);
    return redirects.list(actor, slug, { limit: 1_000_000, offset: 0 }).items;
  }

  function plan(known: readonly Redirect[], drafts: readonly RedirectDraft[]): Planned[] {
    const here = new Map(known.map((redirect) => [keyOf(redirect), redirect]));
    const seen = new Set<string>();
    return drafts.map((draft) => {
      const body = checked(draft);
      if ('note' in body) return { item: { ...asGiven(draft), outcome: 'refused', note: body.note } };
      const rule = { type: body.type, fromUrl: body.from_url, toUrl: body.to_url };
      const key = keyOf(rule);
      if (seen.has(key)) return { item: { ...rule, outcome: 'same', note: 'Twice in the file.' } };
      seen.add(key);
      const same = here.get(key);
      if (same) return { item: { ...rule, outcome: 'same', note: 'There already.' }, known: same };
      return { item: { ...rule, outcome: 'add', note: '' }, body };
    });
  }

  function leftOver(known: readonly Redirect[], planned: readonly Planned[], mode: RedirectImportMode) {
    if (mode === 'add') return [];
    const kept = new Set(planned.map((each) => each.known?.id));
    return known.filter(({ id }) => !kept.has(id));
  }

  function report(planned: readonly Planned[], gone: readonly Redirect[]): RedirectReport {
    const removed = gone.map(({ type, fromUrl, toUrl }) => ({
      type,
      fromUrl,
      toUrl,
      outcome: 'remove' as const,
      note: '',
    }));
    return { items: [...planned.map(({ item }) => item), ...removed] };
  }

  return {
    /** @throws NotFound @throws Forbidden */
    preview(
      actor: Actor,
      slug: string,
      drafts: readonly RedirectDraft[],
      mode: RedirectImportMode,
    ): RedirectReport {
      return store.read(() => {
        const known = all(actor, slug);
        const planned = plan(known, drafts);
        return report(planned, leftOver(known, planned, mode));
      });
    },

    /** @throws NotFound @throws Forbidden */
    apply(
      actor: Actor,
      slug: string,
      drafts: readonly RedirectDraft[],
      mode: RedirectImportMode,
    ): RedirectReport {
      return store.change(() => {
        const known = all(actor, slug);
        const planned = plan(known, drafts);
        const gone = leftOver(known, planned, mode);
        for (const { id } of gone) redirects.remove(actor, slug, id);
        // Each comes above those before it, so the file's last one goes first.
        const order: number[] = [];
        for (const { body, known: same } of planned.toReversed()) {
          if (body) order.unshift(redirects.create(actor, slug, body).id);
          else if (same) order.unshift(same.id);
        }
        if (mode === 'replace') redirects.reorder(actor, slug, order);
        return report(planned, gone);
      });
    },
  };
}

export type BulkRedirects = ReturnType<typeof createBulkRedirects>;

function keyOf({ type, fromUrl, toUrl }: Pick<Redirect, 'type' | 'fromUrl' | 'toUrl'>): string {
  return JSON.stringify([type, fromUrl, toUrl]);
}

function checked(draft: RedirectDraft): RedirectBody | { readonly note: string } {
  try {
    return parseBody(RedirectBody, draft);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { note: sentences(error.errors).join(' ') };
  }
}

function sentences(errors: FieldErrors): string[] {
  return Object.entries(errors).flatMap(([field, value]) =>
    Array.isArray(value) ? value.map((message) => `${field}: ${message}`) : sentences(value),
  );
}

function asGiven({ type, from_url, to_url }: RedirectDraft) {
  return { type: shown(type), fromUrl: shown(from_url), toUrl: shown(to_url) };
}

const LONGEST_SHOWN = 300;

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST_SHOWN);
}
