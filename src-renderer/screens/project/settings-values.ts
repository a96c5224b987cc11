import type { inferRouterOutputs } from '@trpc/server';
import { create } from 'zustand';
import type { DeskRouter } from '../../../src-server/desk/router.ts';

/** A project's settings, as the desk gives them. */
export type ProjectDetails = inferRouterOutputs<DeskRouter>['project']['details'];

type Values = ProjectDetails['values'];

/** The settings by the names of the fields; the repository's stand beside the others. */
export type SettingsValues = Omit<Values, 'repository'> & {
  readonly 'repository.url': string;
  readonly 'repository.type': Values['repository']['type'];
};

/** A field of the settings, as refusals name it. */
export type SettingsField = keyof SettingsValues;

type Drafts = {
  /** What somebody has changed and not saved, by the project's slug. */
  readonly drafts: Readonly<Record<string, Partial<SettingsValues>>>;
  readonly write: (slug: string, draft: Partial<SettingsValues>) => void;
};

/** Unsaved settings outlive a look at another tab, and whatever comes from the server meanwhile. */
export const useSettingsDrafts = create<Drafts>()((set) => ({
  drafts: {},
  write: (slug, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [slug]: draft } })),
}));

/** The saved values as fields. */
export function settingsFields({ values: { repository, ...rest } }: ProjectDetails): SettingsValues {
  return { ...rest, 'repository.url': repository.url, 'repository.type': repository.type };
}

/** The draft with a field changed; what is as it was saved is no part of it. */
export function changedDraft<Field extends SettingsField>(
  draft: Partial<SettingsValues>,
  saved: SettingsValues,
  field: Field,
  value: SettingsValues[Field],
): Partial<SettingsValues> {
  const { [field]: _, ...rest } = draft;
  const isAsSaved = JSON.stringify(saved[field]) === JSON.stringify(value);
  return (isAsSaved ? rest : { ...rest, [field]: value }) as Partial<SettingsValues>;
}

/** The body of the update that saves a draft. */
export function settingsBody(draft: Partial<SettingsValues>): Record<string, unknown> {
  const { 'repository.url': url, 'repository.type': type, ...rest } = draft;
  const repository = { ...(url !== undefined && { url }), ...(type !== undefined && { type }) };
  return { ...rest, ...(Object.keys(repository).length > 0 && { repository }) };
}
