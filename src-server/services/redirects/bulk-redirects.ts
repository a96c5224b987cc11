import { setImmediate } from 'node:timers/promises';
import { parseBody } from '../../model/base/fields.ts';
import { Conflict, type FieldErrors, Invalid } from '../../model/base/problems.ts';
import type { Redirect } from '../../model/redirects/redirect.ts';
import {
  REDIRECT_CHANGES_MAX,
  type RedirectDraft,
  type RedirectImportMode,
  redirectFileFields,
  TOO_MANY_TO_REMOVE,
  tooManyChangesError,
} from '../../model/redirects/redirect-file.ts';
import {
  WrittenBody,
  type WrittenRedirect,
  writtenRedirect,
} from '../../model/redirects/written-redirect.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { RedirectsService } from './redirects.ts';

/** One redirect of a file, or one that an import removes. */
export type RedirectItem = {
  readonly outcome: 'add' | 'same' | 'refused' | 'remove';
  /** As in the file, so that people find a wrong one there. */
  readonly type: string;
  readonly fromUrl: string;
  readonly toUrl: string;
  /** Reason why it is refused or skipped; '' otherwise. */
  readonly note: string;
};

/** The result of an import: the file's redirects in order, then those that are removed. */
export type RedirectReport = { readonly items: readonly RedirectItem[] };

/** A redirect of a file whose fields were checked, or its refusal. */
type CheckedDraft = { readonly written: WrittenRedirect } | { readonly item: RedirectItem };

type Planned = {
  readonly item: RedirectItem;
  readonly written?: WrittenRedirect;
  readonly existing?: Redirect;
};

/**
 * Creates the service that imports redirects from a file and removes several. `add` puts new ones above the others in the file's order,
 * `replace` makes the file's redirects those of the project. An import is one transaction and skips refused ones. The
 * file is checked in slices, and one import writes a limited number of rows, so that no turn is long (safety S9).
 */
export function createBulkRedirects(context: ServiceContext, redirects: RedirectsService) {
  const { store, access } = context;

  function allRedirects(actor: Actor, slug: string): readonly Redirect[] {
    access.maintained(actor, slug);
    return redirects.list(actor, slug, { limit: 1_000_000, offset: 0 }).items;
  }

  function plan(existing: readonly Redirect[], drafts: readonly CheckedDraft[]): Planned[] {
    const existingByKey = new Map(existing.map((redirect) => [keyOf(redirect), redirect]));
    const seen = new Set<string>();
    return drafts.map((checked) => {
      if ('item' in checked) return checked;
      const { written } = checked;
      const { type, fromUrl, toUrl } = written;
      const rule = { type, fromUrl, toUrl };
      const key = keyOf(written);
      if (seen.has(key)) return { item: { ...rule, outcome: 'same', note: 'Twice in the file.' } };
      seen.add(key);
      const existingMatch = existingByKey.get(key);
      if (existingMatch)
        return { item: { ...rule, outcome: 'same', note: 'Already there.' }, existing: existingMatch };
      return { item: { ...rule, outcome: 'add', note: '' }, written };
    });
  }

  /** Plans an import whose drafts were checked. @throws Conflict when it would write too many rows */
  function planImport(actor: Actor, slug: string, drafts: readonly CheckedDraft[], mode: RedirectImportMode) {
    const existing = allRedirects(actor, slug);
    const planned = plan(existing, drafts);
    const toRemove = redirectsToRemove(existing, planned, mode);
    const added = planned.filter(({ written }) => written !== undefined).length;
    if (added + toRemove.length > REDIRECT_CHANGES_MAX)
      throw new Conflict(tooManyChangesError(added, toRemove.length));
    return { planned, toRemove };
  }

  function redirectsToRemove(
    existing: readonly Redirect[],
    planned: readonly Planned[],
    mode: RedirectImportMode,
  ) {
    if (mode === 'add') return [];
    const kept = new Set(planned.map((each) => each.existing?.id));
    return existing.filter(({ id }) => !kept.has(id));
  }

  function report(planned: readonly Planned[], toRemove: readonly Redirect[]): RedirectReport {
    const removed = toRemove.map(({ type, fromUrl, toUrl }) => ({
      type,
      fromUrl,
      toUrl,
      outcome: 'remove' as const,
      note: '',
    }));
    return { items: [...planned.map(({ item }) => item), ...removed] };
  }

  return {
    /**
     * Removes several redirects as one change.
     * @throws NotFound when one of them is gone @throws Forbidden @throws Conflict when there are too many
     */
    remove(actor: Actor, slug: string, ids: readonly number[]): void {
      store.change(() => {
        access.maintained(actor, slug);
        if (ids.length > REDIRECT_CHANGES_MAX) throw new Conflict(TOO_MANY_TO_REMOVE);
        for (const id of new Set(ids)) redirects.remove(actor, slug, id);
      });
    },

    /** @throws NotFound @throws Forbidden @throws Conflict when it would write too many rows */
    async preview(
      actor: Actor,
      slug: string,
      drafts: readonly RedirectDraft[],
      mode: RedirectImportMode,
    ): Promise<RedirectReport> {
      access.maintained(actor, slug);
      const checked = await checkDrafts(drafts);
      return store.read(() => {
        const { planned, toRemove } = planImport(actor, slug, checked, mode);
        return report(planned, toRemove);
      });
    },

    /** @throws NotFound @throws Forbidden @throws Conflict when it would write too many rows; nothing is changed then */
    async apply(
      actor: Actor,
      slug: string,
      drafts: readonly RedirectDraft[],
      mode: RedirectImportMode,
    ): Promise<RedirectReport> {
      access.maintained(actor, slug);
      const checked = await checkDrafts(drafts);
      return store.change(() => {
        const { planned, toRemove } = planImport(actor, slug, checked, mode);
        for (const { id } of toRemove) redirects.remove(actor, slug, id);
        // Each new redirect goes on top, so the file's last one is added first.
        const order: number[] = [];
        for (const { written, existing } of planned.toReversed()) {
          if (written) order.push(redirects.add(actor, slug, written).id);
          else if (existing) order.push(existing.id);
        }
        if (mode === 'replace') redirects.reorder(actor, slug, order.reverse());
        return report(planned, toRemove);
      });
    },
  };
}

export type BulkRedirects = ReturnType<typeof createBulkRedirects>;

/** The most redirects that are checked in one turn of the event loop. */
const CHECKED_AT_ONCE = 500;

function keyOf(redirect: WrittenRedirect): string {
  return JSON.stringify(redirectFileFields(redirect));
}

/** Checks the fields of each redirect, some in each turn of the event loop. */
async function checkDrafts(drafts: readonly RedirectDraft[]): Promise<readonly CheckedDraft[]> {
  const checked: CheckedDraft[] = [];
  for (const draft of drafts) {
    if (checked.length > 0 && checked.length % CHECKED_AT_ONCE === 0) await setImmediate();
    checked.push(checkDraft(draft));
  }
  return checked;
}

function checkDraft(draft: RedirectDraft): CheckedDraft {
  try {
    return { written: writtenRedirect(parseBody(WrittenBody, draft)) };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const note = errorSentences(error.errors).join(' ');
    return { item: { ...toItemFields(draft), outcome: 'refused', note } };
  }
}

function errorSentences(errors: FieldErrors): string[] {
  return Object.entries(errors).flatMap(([field, value]) =>
    Array.isArray(value) ? value.map((message) => `${field}: ${message}`) : errorSentences(value),
  );
}

function toItemFields({ type, from_url, to_url }: RedirectDraft) {
  return { type: displayText(type), fromUrl: displayText(from_url), toUrl: displayText(to_url) };
}

const MAX_DISPLAYED = 300;

function displayText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_DISPLAYED);
}
