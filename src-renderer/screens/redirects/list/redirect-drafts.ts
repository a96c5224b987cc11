import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { formOfToday } from '../../../../src-server/model/redirects/redirect-forms.ts';
import type {
  RedirectOptions,
  WrittenRule,
} from '../../../../src-server/model/redirects/resolve-redirect.ts';
import type { DocsSite } from '../../../../src-server/model/redirects/rules/missing-page.ts';
import type { RedirectView } from './redirect-view.ts';

/** Values of the redirect form, in the words of `dialect`. */
export type RedirectValues = Required<WrittenRule> &
  Required<RedirectOptions> & {
    readonly description: string;
  };

type Drafts = {
  readonly drafts: Readonly<Record<string, RedirectValues>>;
  /** null removes the draft. */
  readonly setDraft: (key: string, values: RedirectValues | null) => void;
};

/** Values of an empty form. */
export const EMPTY_VALUES: RedirectValues = {
  ...{ type: 'page', fromUrl: '', toUrl: '', dialect: 'current' },
  ...{ httpStatus: 302, enabled: true, force: false, description: '' },
};

/** Gives the values of a redirect in the words of today where it has such, else as it was written. */
export function valuesOf(rule: RedirectView, site: DocsSite): RedirectValues {
  const { type, fromUrl, toUrl, dialect, httpStatus, enabled, force, description } = rule;
  const today = formOfToday(rule, site);
  const words =
    today.rule && (today.isExact || dialect === 'current')
      ? ({ ...today.rule, dialect: 'current' } as const)
      : { type, fromUrl, toUrl, dialect };
  return { ...words, httpStatus, enabled, force, description: description ?? '' };
}

/** Gives the body of a redirect. Words that say what the saved redirect says leave it as it was written. */
export function toBody(values: RedirectValues, saved?: RedirectView, site?: DocsSite) {
  const shown = saved && site && valuesOf(saved, site);
  const isSame =
    shown && (['type', 'fromUrl', 'toUrl', 'dialect'] as const).every((key) => shown[key] === values[key]);
  const { type, fromUrl, toUrl, dialect } = isSame && saved ? saved : values;
  const { httpStatus, enabled, force, description } = values;
  const words = { type, from_url: fromUrl, to_url: toUrl, dialect };
  return { ...words, http_status: httpStatus, enabled, force, description: description || null };
}

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
    {
      name: 'lectern-redirect-drafts',
      version: 2,
      // Drafts of the first version are in the words of 2020.
      migrate: (stored) => {
        const { drafts = {} } = stored as { drafts?: Record<string, Partial<RedirectValues>> };
        const whole = Object.entries(drafts).map(([key, values]): [string, RedirectValues] => [
          key,
          { ...EMPTY_VALUES, dialect: '2020', ...values },
        ]);
        return { drafts: Object.fromEntries(whole) };
      },
    },
  ),
);
