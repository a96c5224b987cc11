import type { inferRouterOutputs } from '@trpc/server';
import { create } from 'zustand';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';

/** A project's settings, as the desk gives them. */
export type ProjectDetails = inferRouterOutputs<DeskRouter>['project']['details'];

type SavedSettings = ProjectDetails['values'];

/** The settings by the names of the fields; the repository's stand beside the others. */
export type SettingsValues = Omit<SavedSettings, 'repository'> & {
  readonly 'repository.url': string;
  readonly 'repository.type': SavedSettings['repository']['type'];
};

/** A field of the settings, as refusals name it. */
export type SettingsField = keyof SettingsValues;

/** What somebody has changed and not saved. */
export type SettingsDraft = {
  readonly edited: Partial<SettingsValues>;
  /** What was saved in each of these fields when it was first touched. */
  readonly base: Partial<SettingsValues>;
};

/** Nothing has been touched. */
export const NO_DRAFT: SettingsDraft = { edited: {}, base: {} };

type Drafts = {
  /** By the project's slug. */
  readonly drafts: Readonly<Record<string, SettingsDraft>>;
  readonly setDraft: (slug: string, draft: SettingsDraft) => void;
};

/** Unsaved settings outlive a look at another tab, and whatever comes from the server meanwhile. */
export const useSettingsDrafts = create<Drafts>()((set) => ({
  drafts: {},
  setDraft: (slug, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [slug]: draft } })),
}));

/** The saved values as fields. */
export function toSettingsValues({ values: { repository, ...rest } }: ProjectDetails): SettingsValues {
  return { ...rest, 'repository.url': repository.url, 'repository.type': repository.type };
}

/** The draft with a field changed; what is as it is saved is no part of it. */
export function setDraftField<Field extends SettingsField>(
  draft: SettingsDraft,
  saved: SettingsValues,
  field: Field,
  value: SettingsValues[Field],
): SettingsDraft {
  if (isEqual(saved[field], value)) return resetDraftField(draft, field);
  return {
    edited: { ...draft.edited, [field]: value },
    base: { [field]: saved[field], ...draft.base },
  };
}

/** The draft with a field as it is saved, whatever was typed there. */
export function resetDraftField({ edited, base }: SettingsDraft, field: SettingsField): SettingsDraft {
  const { [field]: _edited, ...otherEdited } = edited;
  const { [field]: _base, ...otherBase } = base;
  return { edited: otherEdited, base: otherBase };
}

/** What is left of a draft once this was saved of it: what was typed after it was sent. */
export function draftAfterSave(draft: SettingsDraft, sent: Partial<SettingsValues>): SettingsDraft {
  let remaining = draft;
  for (const field of fieldsOf(sent)) {
    if (isEqual(remaining.edited[field], sent[field])) remaining = resetDraftField(remaining, field);
    else remaining = { ...remaining, base: { ...remaining.base, [field]: sent[field] } };
  }
  return remaining;
}

/** Of a draft, what differs from what is saved now. */
export function unsavedChanges({ edited }: SettingsDraft, saved: SettingsValues): Partial<SettingsValues> {
  return pickFields(edited, (field) => !isEqual(edited[field], saved[field]));
}

/** Of what is saved now, what was changed by others in fields that this draft has touched. */
export function conflictingChanges(draft: SettingsDraft, saved: SettingsValues): Partial<SettingsValues> {
  const touched = unsavedChanges(draft, saved);
  return pickFields(saved, (field) => field in touched && !isEqual(draft.base[field], saved[field]));
}

/** The saved values of the fields that a body changes. */
export function savedFieldsOf(body: Partial<SettingsValues>, saved: SettingsValues): Partial<SettingsValues> {
  return pickFields(saved, (field) => field in body);
}

/** The body of the update that saves these fields. */
export function settingsBody(fields: Partial<SettingsValues>): Record<string, unknown> {
  const { 'repository.url': url, 'repository.type': type, ...rest } = fields;
  const repository = { ...(url !== undefined && { url }), ...(type !== undefined && { type }) };
  return { ...rest, ...(Object.keys(repository).length > 0 && { repository }) };
}

/** The names of fields, as their type knows them. */
export function fieldsOf(values: Partial<SettingsValues>): readonly SettingsField[] {
  return Object.keys(values) as SettingsField[];
}

function pickFields(
  values: Partial<SettingsValues>,
  predicate: (field: SettingsField) => boolean,
): Partial<SettingsValues> {
  return Object.fromEntries(
    fieldsOf(values)
      .filter(predicate)
      .map((field) => [field, values[field]]),
  );
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
