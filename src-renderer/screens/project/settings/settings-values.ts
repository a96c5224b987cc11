import type { inferRouterOutputs } from '@trpc/server';
import { create } from 'zustand';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';

/** A project's settings as the desk returns them. */
export type ProjectDetails = inferRouterOutputs<DeskRouter>['project']['details'];

type SavedSettings = ProjectDetails['values'];

/** Settings by field name, with the repository's flattened. */
export type SettingsValues = Omit<SavedSettings, 'repository'> & {
  readonly 'repository.url': string;
  readonly 'repository.type': SavedSettings['repository']['type'];
};

/** A field of the settings by its name in validation errors. */
export type SettingsField = keyof SettingsValues;

/** Unsaved settings of a project. */
export type SettingsDraft = {
  readonly edited: Partial<SettingsValues>;
  /** Saved value of each edited field when it was first edited. */
  readonly base: Partial<SettingsValues>;
};

/** A draft without edits. */
export const NO_DRAFT: SettingsDraft = { edited: {}, base: {} };

type Drafts = {
  /** Drafts by project slug. */
  readonly drafts: Readonly<Record<string, SettingsDraft>>;
  readonly setDraft: (slug: string, draft: SettingsDraft) => void;
};

/** Stores unsaved settings across tabs and refetches. */
export const useSettingsDrafts = create<Drafts>()((set) => ({
  drafts: {},
  setDraft: (slug, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [slug]: draft } })),
}));

/** Converts the saved settings to field values. */
export function toSettingsValues({ values: { repository, ...rest } }: ProjectDetails): SettingsValues {
  return { ...rest, 'repository.url': repository.url, 'repository.type': repository.type };
}

/** Takes the values of the form that changed into a draft; a field that equals the saved value leaves it. */
export function editDraft(draft: SettingsDraft, saved: SettingsValues, next: SettingsValues): SettingsDraft {
  const values = { ...saved, ...unsavedChanges(draft, saved) };
  let result = draft;
  for (const field of fieldsOf(next)) {
    if (isEqual(values[field], next[field])) continue;
    if (isEqual(saved[field], next[field])) result = resetDraftField(result, field);
    else
      result = {
        edited: { ...result.edited, [field]: next[field] },
        base: { [field]: saved[field], ...result.base },
      };
  }
  return result;
}

/** Removes a field from a draft. */
function resetDraftField({ edited, base }: SettingsDraft, field: SettingsField): SettingsDraft {
  const { [field]: _edited, ...otherEdited } = edited;
  const { [field]: _base, ...otherBase } = base;
  return { edited: otherEdited, base: otherBase };
}

/** Returns what remains of a draft after `sent` was saved: later edits. */
export function draftAfterSave(draft: SettingsDraft, sent: Partial<SettingsValues>): SettingsDraft {
  let remaining = draft;
  for (const field of fieldsOf(sent)) {
    if (isEqual(remaining.edited[field], sent[field])) remaining = resetDraftField(remaining, field);
    else remaining = { ...remaining, base: { ...remaining.base, [field]: sent[field] } };
  }
  return remaining;
}

/** Returns the edited fields that differ from the saved values. */
export function unsavedChanges({ edited }: SettingsDraft, saved: SettingsValues): Partial<SettingsValues> {
  return pickFields(edited, (field) => !isEqual(edited[field], saved[field]));
}

/** Returns the saved values that others changed in edited fields. */
export function conflictingChanges(draft: SettingsDraft, saved: SettingsValues): Partial<SettingsValues> {
  const touched = unsavedChanges(draft, saved);
  return pickFields(saved, (field) => field in touched && !isEqual(draft.base[field], saved[field]));
}

/** Returns the saved values of the fields in a body. */
export function savedFieldsOf(body: Partial<SettingsValues>, saved: SettingsValues): Partial<SettingsValues> {
  return pickFields(saved, (field) => field in body);
}

/** Makes the request body that saves these fields. */
export function settingsBody(fields: Partial<SettingsValues>): Record<string, unknown> {
  const { 'repository.url': url, 'repository.type': type, ...rest } = fields;
  const repository = { ...(url !== undefined && { url }), ...(type !== undefined && { type }) };
  return { ...rest, ...(Object.keys(repository).length > 0 && { repository }) };
}

/** Lists the field names, typed. */
function fieldsOf(values: Partial<SettingsValues>): readonly SettingsField[] {
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
