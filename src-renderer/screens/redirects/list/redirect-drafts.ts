import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { WrittenRule } from '../../../../src-server/model/redirects/resolve-redirect.ts';

/** Values of the redirect form. */
export type RedirectValues = {
  readonly type: WrittenRule['type'];
  readonly fromUrl: string;
  readonly toUrl: string;
};

type Drafts = {
  readonly drafts: Readonly<Record<string, RedirectValues>>;
  /** null removes the draft. */
  readonly setDraft: (key: string, values: RedirectValues | null) => void;
};

/** Values of an empty form. */
export const EMPTY_VALUES: RedirectValues = { type: 'page', fromUrl: '', toUrl: '' };

/** Key of a redirect's draft. */
export function draftKey(slug: string, which: number | 'new'): string {
  return `${slug}/${which}`;
}

/** Stores unsaved redirect forms; they survive another row and a reload. */
export const useRedirectDrafts = create<Drafts>()(
  persist(
    (set) => ({
      drafts: {},
      setDraft: (key, values) =>
        set(({ drafts: { [key]: _, ...rest } }) => ({
          drafts: values === null ? rest : { ...rest, [key]: values },
        })),
    }),
    { name: 'lectern-redirect-drafts', version: 1 },
  ),
);
