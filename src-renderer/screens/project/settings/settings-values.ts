import type { inferRouterOutputs } from '@trpc/server';
import { create } from 'zustand';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';

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

/** What somebody has changed and not saved. */
export type SettingsDraft = {
  readonly typed: Partial<SettingsValues>;
  /** What was saved in each of these fields when it was first touched. */
  readonly from: Partial<SettingsValues>;
};

/** Nothing has been touched. */
export const NO_DRAFT: SettingsDraft = { typed: {}, from: {} };

type Drafts = {
  /** By the project's slug. */
  readonly drafts: Readonly<Record<string, SettingsDraft>>;
  readonly write: (slug: string, draft: SettingsDraft) => void;
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

/** The draft with a field changed; what is as it is saved is no part of it. */
export function changedDraft<Field extends SettingsField>(
  draft: SettingsDraft,
  saved: SettingsValues,
  field: Field,
  value: SettingsValues[Field],
): SettingsDraft {
  if (isSame(saved[field], value)) return withoutField(draft, field);
  return {
    typed: { ...draft.typed, [field]: value },
    from: { [field]: saved[field], ...draft.from },
  };
}

/** The draft with a field as it is saved, whatever was typed there. */
export function withoutField({ typed, from }: SettingsDraft, field: SettingsField): SettingsDraft {
  const { [field]: _typed, ...otherTyped } = typed;
  const { [field]: _from, ...otherFrom } = from;
  return { typed: otherTyped, from: otherFrom };
}

/** What is left of a draft once this was saved of it: what was typed after it was sent. */
export function leftToSave(draft: SettingsDraft, sent: Partial<SettingsValues>): SettingsDraft {
  let left = draft;
  for (const field of fieldsOf(sent)) {
    if (isSame(left.typed[field], sent[field])) left = withoutField(left, field);
    else left = { ...left, from: { ...left.from, [field]: sent[field] } };
  }
  return left;
}

/** Of a draft, what differs from what is saved now. */
export function unsaved({ typed }: SettingsDraft, saved: SettingsValues): Partial<SettingsValues> {
  return only(typed, (field) => !isSame(typed[field], saved[field]));
}

/** Of what is saved now, what was changed by others in fields that this draft has touched. */
export function changedElsewhere(draft: SettingsDraft, saved: SettingsValues): Partial<SettingsValues> {
  const touched = unsaved(draft, saved);
  return only(saved, (field) => field in touched && !isSame(draft.from[field], saved[field]));
}

/** The saved values of the fields that a body changes. */
export function seenOf(body: Partial<SettingsValues>, saved: SettingsValues): Partial<SettingsValues> {
  return only(saved, (field) => field in body);
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

function only(
  values: Partial<SettingsValues>,
  wanted: (field: SettingsField) => boolean,
): Partial<SettingsValues> {
  return Object.fromEntries(
    fieldsOf(values)
      .filter(wanted)
      .map((field) => [field, values[field]]),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
