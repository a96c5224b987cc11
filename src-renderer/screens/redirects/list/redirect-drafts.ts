import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { RedirectType } from '../../../../src-server/model/redirects/redirect.ts';

/** What somebody has typed into the form of a redirect. */
export type RedirectValues = {
  readonly type: RedirectType;
  readonly fromUrl: string;
  readonly toUrl: string;
};

type Drafts = {
  readonly drafts: Readonly<Record<string, RedirectValues>>;
  /** null drops it. */
  readonly setDraft: (key: string, values: RedirectValues | null) => void;
};

/** An untouched form. */
export const EMPTY_VALUES: RedirectValues = { type: 'page', fromUrl: '', toUrl: '' };

/** Under what the changes to a redirect are kept that are not saved yet. */
export function draftKey(slug: string, which: number | 'new'): string {
  return `${slug}/${which}`;
}

/** Changes that were begun and not saved, which neither another row nor a reload may lose. */
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
